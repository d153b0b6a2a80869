import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../../src/adapters/journal/memory.js';
import { journalContract } from '../../../src/ports/contracts/journal.js';
import { verifies } from '../../requirements.js';

describe('memory journal', () => {
  journalContract({ describe, test }, { open: () => memoryJournal() });

  test('an append answers at once, with no promise', () => {
    verifies('HX-4');
    expect(memoryJournal().append('run', 0, [])).toBeUndefined();
  });
});
