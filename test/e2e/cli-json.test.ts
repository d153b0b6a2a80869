import { describe, expect, test } from '@jest/globals';
import { verifies } from '../requirements.js';
import { cli, workFolder, type Ended } from './support/cli.js';

interface Line {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Standard output, each line of it JSON. */
function linesOf({ stdout }: Ended): readonly Line[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

const typesOf = (ended: Ended): readonly string[] => linesOf(ended).map(({ type }) => type);

describe('--json prints nothing but JSON lines', () => {
  test.each(['--yes', '--no'])('of a run that ends, with %s', async (flag) => {
    verifies('RC-3');
    const ended = await cli(workFolder(), 'demo', flag, '--json');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(typesOf(ended)).toContain('sallyport.stream.tool_end');
    expect(typesOf(ended).slice(-2)).toEqual(['answer', 'summary']);
  });

  test('of a run that suspends, with all that a decision needs, and of its resume', async () => {
    verifies('SR-1', 'MW-3');
    const folder = workFolder();
    const suspended = await cli(folder, 'demo', '--json');
    expect(suspended).toMatchObject({ code: 3, stderr: '' });
    const [asked, summary] = linesOf(suspended).slice(-2);
    expect(asked).toMatchObject({ type: 'suspended', pending: [{ kind: 'ask', tool: 'write_file' }] });
    expect(summary).toMatchObject({ type: 'summary', runId: asked?.runId, denials: 1, asks: 1 });
    const resumed = await cli(folder, 'resume', String(asked?.runId), '--approve', '--json');
    expect(resumed).toMatchObject({ code: 0, stderr: '' });
    expect(typesOf(resumed).slice(-2)).toEqual(['answer', 'summary']);
    const again = await cli(folder, 'resume', String(asked?.runId), '--approve', '--json');
    expect(again.code).toBe(1);
    expect(`${again.stdout}${again.stderr}`).not.toBe('');
  });
});
