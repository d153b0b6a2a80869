import { deepStrictEqual, equal, notDeepStrictEqual, ok } from 'node:assert/strict';
import type { SallyportEvent } from '../../domain/events.js';
import type { Tool } from '../../domain/tool.js';
import type { ToolListContext, ToolProvider } from '../tool-provider.js';
import type { Harness } from './harness.js';

/** How a provider under test is made, and which of the laws it can show. */
export interface ToolProviderSubject {
  create(): ToolProvider;
  /** A turn in which the provider shows at least one tool. */
  readonly shown: ToolListContext;
  /** A turn in which it shows other tools than in `shown`; absent where every turn is alike. */
  readonly other?: ToolListContext;
  /** A provider that cannot decide on the tool of this name; absent where everything can be decided. */
  readonly undecidable?: { create(): ToolProvider; readonly tool: string };
}

/** The laws of the `ToolProvider` port. */
export function toolProviderContract({ describe, test }: Harness, subject: ToolProviderSubject): void {
  const { create, shown, other, undecidable } = subject;
  const names = (tools: readonly Tool[]): string[] => tools.map(({ schema }) => schema.name);

  describe('ToolProvider', () => {
    test('it has an id, and shows tools that have names of their own', async () => {
      const provider = create();
      ok(provider.id !== '');
      const listed = names(await provider.list(shown));
      ok(listed.length > 0);
      equal(new Set(listed).size, listed.length);
    });

    test('a list that has not changed is the same array, also in a later turn', async () => {
      const provider = create();
      const first = await provider.list(shown);
      equal(await provider.list(shown), first);
      equal(await provider.list({ ...shown, iteration: shown.iteration + 1 }), first);
    });

    if (other !== undefined) {
      test('the answer is for its turn alone', async () => {
        const provider = create();
        const before = names(await provider.list(shown));
        notDeepStrictEqual(names(await provider.list(other)), before);
        deepStrictEqual(names(await provider.list(shown)), before);
      });
    }

    if (undecidable !== undefined) {
      test('a tool whose visibility cannot be decided is hidden and reported', async () => {
        const events: SallyportEvent[] = [];
        const provider = undecidable.create();
        const listed = await provider.list({ ...shown, report: (event) => events.push(event) });
        ok(!names(listed).includes(undecidable.tool));
        deepStrictEqual(
          events.map((event) => ('tool' in event ? [event.type, event.tool] : [event.type])),
          [['sallyport.tools.gate_failed', undecidable.tool]],
        );
      });
    }
  });
}
