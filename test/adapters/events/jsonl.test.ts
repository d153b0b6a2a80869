import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { jsonlEvents } from '../../../src/adapters/events/jsonl.js';
import { eventSinkContract } from '../../../src/ports/contracts/event-sink.js';
import { verifies } from '../../requirements.js';

function freshPath(): string {
  return join(mkdtempSync(join(tmpdir(), 'sallyport-events-')), 'deep', 'events.jsonl');
}

function runIds(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => (JSON.parse(line) as { runId: string }).runId);
}

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

  test('a file that cannot be written is warned of once, naming it', async () => {
    verifies('HX-4');
    const warnings: string[] = [];
    const sink = jsonlEvents({
      path: '/dev/null/events.jsonl',
      onWarning: (message) => void warnings.push(message),
    });
    for (const runId of ['a', 'b']) {
      sink.emit({ type: 'sallyport.run.resumed', runId });
      await sink.flush?.();
    }
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('/dev/null/events.jsonl');
  });
});
