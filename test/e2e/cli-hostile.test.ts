import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { verifies } from '../requirements.js';
import { cli, workFolder } from './support/cli.js';

/** What a terminal acts on, or shows as nothing; the ends of lines are left out. */
const ACTING = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A folder's name that clears the screen in eight bits, turns the direction of the text, and forges a line. */
const HOSTILE = 'orders\u009b2J\u202e\u2028\rforged';

describe('a name from elsewhere acts on nothing that is printed', () => {
  test.each([
    ['for people', []],
    ['for machines', ['--json']],
  ])('%s', async (_, flags) => {
    verifies('T30');
    const folder = workFolder();
    mkdirSync(join(folder, HOSTILE));
    const places = ['--dir', HOSTILE, '--data-dir', `${HOSTILE}-data`];
    const suspended = await cli(folder, 'demo', ...places, ...flags);
    expect(suspended.code).toBe(3);
    expect(`${suspended.stdout}${suspended.stderr}`).not.toMatch(ACTING);
    const answered = await cli(folder, 'demo', '--yes', ...places, ...flags);
    expect(answered.code).toBe(0);
    expect(`${answered.stdout}${answered.stderr}`).not.toMatch(ACTING);
  });

  test('and a machine reads the name as it is', async () => {
    verifies('T30');
    const folder = workFolder();
    const { stdout } = await cli(folder, 'demo', '--json', '--dir', HOSTILE);
    const asked = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; pending?: { args: { path: string } }[] })
      .find(({ type }) => type === 'suspended');
    expect(asked?.pending?.[0]?.args.path).toContain(HOSTILE);
  });
});
