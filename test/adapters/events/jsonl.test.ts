import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { jsonlEvents } from '../../../src/adapters/events/jsonl.js';
import type { SallyportEvent } from '../../../src/domain/events.js';
import { eventSinkContract } from '../../../src/ports/contracts/event-sink.js';
import { verifies } from '../../requirements.js';
import { commandOf } from '../program.js';
import { temporaryFolders } from '../temporary.js';

const folder = temporaryFolders();
const freshPath = (): string => join(folder(), 'deep', 'events.jsonl');

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

const runIds = (path: string): readonly string[] =>
  linesOf(path).map((line) => (JSON.parse(line) as { runId: string }).runId);

const resumed = (runId: string): SallyportEvent => ({ type: 'sallyport.run.resumed', runId });

describe('jsonl events', () => {
  eventSinkContract(
    { describe, test },
    {
      open: () => {
        const path = freshPath();
        return {
          sink: jsonlEvents({ path, onWarning: () => undefined }),
          arrived: () => runIds(path),
          breakDestination: () => {
            rmSync(dirname(path), { recursive: true, force: true });
            writeFileSync(dirname(path), 'a file where the folder should be');
          },
        };
      },
    },
  );

  test('a file that cannot be written is warned of once, naming it, and written again when it can be', async () => {
    const path = freshPath();
    writeFileSync(dirname(path), 'a file where the folder should be');
    const warnings: string[] = [];
    const sink = jsonlEvents({ path, onWarning: (message) => void warnings.push(message) });
    for (const runId of ['a', 'b']) {
      sink.emit(resumed(runId));
      await sink.flush?.();
    }
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(path);
    rmSync(dirname(path));
    sink.emit(resumed('c'));
    await sink.close?.();
    expect(runIds(path)).toEqual(['c']);
  });

  test('a warning that throws disturbs nothing', async () => {
    const path = freshPath();
    writeFileSync(dirname(path), 'a file where the folder should be');
    const sink = jsonlEvents({
      path,
      onWarning: () => {
        throw new Error('no');
      },
    });
    sink.emit(resumed('a'));
    await sink.flush?.();
    rmSync(dirname(path));
    sink.emit(resumed('b'));
    await sink.flush?.();
    expect(runIds(path)).toEqual(['b']);
  });

  test('unless told otherwise a process warning says it', () => {
    const path = freshPath();
    writeFileSync(dirname(path), 'a file where the folder should be');
    const [command, ...args] = commandOf('events/jsonl.mjs', [path]);
    const said = execFileSync('sh', ['-c', '"$0" "$@" 2>&1', command, ...args], { encoding: 'utf8' });
    expect(said).toContain(`Warning: Events cannot be written to ${path}`);
    expect(said).toContain('the program goes on');
  });

  test('what waits is bounded: events that come faster than they can be written are dropped, and that is said once', async () => {
    const path = freshPath();
    const warnings: string[] = [];
    const sink = jsonlEvents({ path, onWarning: (message) => void warnings.push(message) });
    const text = 'x'.repeat(1_000_000);
    const burst = (count: number): void => {
      for (let iteration = 0; iteration < count; iteration++)
        sink.emit({ type: 'sallyport.stream.delta', runId: 'r', iteration, text });
    };
    burst(40);
    await sink.flush?.();
    const kept = linesOf(path).map((line) => (JSON.parse(line) as { iteration: number }).iteration);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, i) => i));
    expect(kept.length).toBeGreaterThanOrEqual(16);
    expect(kept.length).toBeLessThan(18);
    expect(warnings).toEqual([expect.stringContaining(path)]);
    burst(1);
    await sink.close?.();
    expect(linesOf(path)).toHaveLength(kept.length + 1);
  });

  test('a line that a crash left half written costs itself alone', async () => {
    const path = freshPath();
    mkdirSync(dirname(path));
    appendFileSync(path, '{"type":"sallyport.run.res');
    const sink = jsonlEvents({ path });
    sink.emit(resumed('a'));
    await sink.flush?.();
    sink.emit(resumed('b'));
    await sink.close?.();
    const [torn, ...whole] = linesOf(path);
    expect(torn).toBe('{"type":"sallyport.run.res');
    expect(whole.map((line) => (JSON.parse(line) as { runId: string }).runId)).toEqual(['a', 'b']);
  });

  test('what comes from elsewhere acts on nothing in the file, and never splits a line', async () => {
    verifies('T30');
    const path = freshPath();
    const sink = jsonlEvents({ path });
    const event = resumed('evil\u001b]52;c;AAAA\u0007\u009b2J\u202e\u2028\u0085\u{e0041}\r\nforged');
    sink.emit(event);
    await sink.close?.();
    const lines = linesOf(path);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(lines[0] ?? '')).toEqual(event);
  });

  test('its options are checked by name', () => {
    expect(() => jsonlEvents({} as never)).toThrow('jsonlEvents needs "path"');
    expect(() => jsonlEvents({ path: 'x', paht: 'y' } as never)).toThrow('no option "paht"');
  });
});
