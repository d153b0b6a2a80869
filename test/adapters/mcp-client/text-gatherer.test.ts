import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { TextGatherer } from '../../../src/adapters/mcp-client/http/text-gatherer.js';
import { verifies } from '../../requirements.js';

test('bytes are gathered as text, in pieces of any size and cut within a character or not', () => {
  verifies('TR-2');
  const gatherer = new TextGatherer();
  const sizes = fc.array(fc.constantFrom(1, 2, 3, 5, 1_000, 16_384, 16_385, 40_000), { minLength: 1 });
  fc.assert(
    fc.property(fc.constantFrom('aé€😀', 'x', '€'), fc.nat(30_000), sizes, (unit, times, pieces) => {
      const text = unit.repeat(times);
      const bytes = Buffer.from(text);
      let at = 0;
      for (let i = 0; at < bytes.length; i++) {
        const size = pieces[i % pieces.length] ?? 1;
        gatherer.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(gatherer.length).toBe(bytes.length);
      expect(gatherer.takeText() === text).toBe(true);
      expect(gatherer.length).toBe(0);
    }),
    { numRuns: 50 },
  );
});
