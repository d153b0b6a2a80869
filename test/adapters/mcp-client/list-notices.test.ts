import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ListNotices } from '../../../src/adapters/mcp-client/list-notices.js';
import { verifies } from '../../requirements.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Notices whose listings are counted; each takes the given time, and brings something new or not. */
function counting(
  takesMs: number,
  isNew: boolean,
): { readonly notices: ListNotices; readonly lists: () => number } {
  let lists = 0;
  const notices = new ListNotices(async () => {
    lists++;
    if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
    return isNew;
  });
  return { notices, lists: () => lists };
}

describe('notices that the tools changed', () => {
  test('are one listing, 100 ms after the last of them', async () => {
    verifies('MC-12');
    const { notices, lists } = counting(0, true);
    for (let i = 0; i < 5; i++) {
      notices.heard();
      await pass(90);
    }
    expect(lists()).toBe(0);
    await pass(10);
    expect(lists()).toBe(1);
    await pass(60_000);
    expect(lists()).toBe(1);
  });

  test('that never end do not put the listing off for ever', async () => {
    verifies('MC-12', 'T27');
    const { notices, lists } = counting(0, true);
    for (let i = 0; i < 24; i++) {
      notices.heard();
      await pass(50);
    }
    expect(lists()).toBe(1);
  });

  test('during a listing are one more after it, however many they are', async () => {
    verifies('MC-12');
    const { notices, lists } = counting(5_000, true);
    notices.heard();
    await pass(100);
    for (let i = 0; i < 5; i++) {
      notices.heard();
      await pass(500);
    }
    expect(lists()).toBe(1);
    await pass(5_000);
    expect(lists()).toBe(2);
    await pass(60_000);
    expect(lists()).toBe(2);
  });

  test('that bring nothing new are listed ever more rarely, until they are forgotten', async () => {
    verifies('MC-12');
    let lists = 0;
    const notices: ListNotices = new ListNotices(async () => {
      lists++;
      notices.heard();
      return false;
    });
    notices.heard();
    await pass(10_000);
    expect(lists).toBeLessThan(10);
    notices.stop();

    const few = counting(0, false);
    few.notices.heard();
    await pass(100);
    few.notices.heard();
    await pass(100);
    expect(few.lists()).toBe(1);
    await pass(100);
    expect(few.lists()).toBe(2);
    await pass(61_000);
    few.notices.heard();
    await pass(100);
    expect(few.lists()).toBe(3);
  });

  test('of a new session that a listing brought about ask for no other', async () => {
    verifies('MC-12');
    let lists = 0;
    const notices: ListNotices = new ListNotices(async () => {
      lists++;
      notices.renewed();
      return false;
    });
    notices.renewed();
    await pass(60_000);
    expect(lists).toBe(1);
  });

  test('are not listed once it is stopped, and no timer is left', async () => {
    verifies('MC-12');
    const { notices, lists } = counting(0, true);
    notices.heard();
    notices.stop();
    notices.heard();
    expect(jest.getTimerCount()).toBe(0);
    await pass(60_000);
    expect(lists()).toBe(0);
  });
});
