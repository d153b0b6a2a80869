import { describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirements, verifies } from './requirements.js';
import { citationsOf, type Citations } from './requirements/citations.js';
import { currentIssues, issueTitles, type IssueKey } from './requirements/issues.js';

const cited = citationsOf(import.meta.dirname);

/** The citations of one file with this text. */
function citationsIn(text: string): Citations {
  const folder = mkdtempSync(join(tmpdir(), 'citations-'));
  try {
    writeFileSync(join(folder, 'one.test.ts'), text);
    return citationsOf(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of the requirements of one owner: their number, and the ids that nothing cites. */
function tally(issue: IssueKey): { total: number; uncited: string[] } {
  const ids = requirements.filter((requirement) => requirement.issue === issue).map(({ id }) => id);
  return { total: ids.length, uncited: ids.filter((id) => !cited.ids.has(id)) };
}

describe('every requirement of a current issue is cited by a test', () => {
  test.each(currentIssues)('%s', (issue) => {
    expect(tally(issue).uncited).toEqual([]);
  });

  test('the rest is counted, by owner', () => {
    const later = (Object.keys(issueTitles) as IssueKey[]).filter((issue) => !currentIssues.includes(issue));
    const lines = later.map((issue) => {
      const { total, uncited } = tally(issue);
      const list = uncited.length === 0 ? '' : `; not yet: ${uncited.join(' ')}`;
      return `  ${issueTitles[issue]}: ${total - uncited.length} of ${total} cited${list}`;
    });
    process.stdout.write(`Requirements not required yet:\n${lines.join('\n')}\n`);
    const counted = [...currentIssues, ...later].reduce((sum, issue) => sum + tally(issue).total, 0);
    expect(counted).toBe(requirements.length);
  });
});

describe('citations', () => {
  test('name requirements that exist, as literals, inside tests that run', () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect([...cited.ids].filter((id) => !known.has(id))).toEqual([]);
    expect(cited.faults).toEqual([]);
  });

  test('each id stands once in the data', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test('an id that is no requirement is refused, and so is none at all', () => {
    const cite = verifies; // under another name, since these cite nothing
    expect(() => cite('MC-1')).not.toThrow();
    expect(() => cite('MC-1', 'QQ-1')).toThrow('"QQ-1" is no requirement');
    expect(() => cite()).toThrow('at least one id');
  });

  test('count in a test that runs', () => {
    const { ids, faults } = citationsIn(`
      test('one', () => { verifies('A-1', 'A-2'); });
      describe('group', () => { test.each([1])('%s', () => { verifies('A-3'); }); });`);
    expect([...ids]).toEqual(['A-1', 'A-2', 'A-3']);
    expect(faults).toEqual([]);
  });

  test.each([
    ['a comment', `// verifies('A-1')`, 0],
    ['a skipped test', `test.skip('one', () => { verifies('A-1'); });`, 1],
    ['a skipped group', `describe.skip('g', () => { test('one', () => { verifies('A-1'); }); });`, 1],
    ['a place outside tests', `verifies('A-1');`, 1],
    ['a computed id', `test('one', () => { verifies('A-' + 1); });`, 1],
  ])('do not count in %s', (_place, text, faults) => {
    const found = citationsIn(text);
    expect(found.ids.size).toBe(0);
    expect(found.faults).toHaveLength(faults);
  });
});
