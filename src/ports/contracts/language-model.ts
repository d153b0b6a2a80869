import { deepStrictEqual, equal, ok, rejects } from 'node:assert/strict';
import type { Awaitable } from '../awaitable.js';
import type { LanguageModel, ModelRequest } from '../language-model.js';
import type { Harness } from './harness.js';

/**
 * What the vendor behind the model does in one turn: answers, refuses the request, answers something that is no reply,
 * or never answers.
 */
export type ModelTurn =
  | { readonly text: string }
  | {
      readonly calls: readonly { readonly name: string; readonly args: { readonly [key: string]: string } }[];
    }
  | 'refuses'
  | 'garbles'
  | 'hangs';

/** A model under test in front of a vendor that plays the turns. */
export interface ModelUnderTest {
  readonly model: LanguageModel;
  /** Everything that reached the vendor in its last turn, as one text. */
  lastAsked(): string;
  close(): Awaitable<void>;
}

/** How a model under test is made. */
export interface LanguageModelSubject {
  open(turns: readonly ModelTurn[]): Awaitable<ModelUnderTest>;
}

const CANARY = 'canary-51c0de';
const TOOL = Object.freeze({
  name: 'search',
  description: 'Finds.',
  inputSchema: Object.freeze({ type: 'object' }),
});

/** The laws of the `LanguageModel` port. */
export function languageModelContract({ describe, test }: Harness, { open }: LanguageModelSubject): void {
  const using = async (
    turns: readonly ModelTurn[],
    body: (subject: ModelUnderTest) => Promise<void>,
  ): Promise<void> => {
    const subject = await open(turns);
    try {
      await body(subject);
    } finally {
      await subject.close();
    }
  };
  const signal = new AbortController().signal;

  describe('LanguageModel', () => {
    test('one generate is one turn, and the model keeps no conversation', () =>
      using([{ text: 'one' }, { text: 'two' }], async ({ model, lastAsked }) => {
        ok(model.id !== '');
        equal((await model.generate(asking(CANARY), { signal })).content, 'one');
        ok(lastAsked().includes(CANARY));
        equal((await model.generate(asking('other'), { signal })).content, 'two');
        ok(!lastAsked().includes(CANARY));
      }));

    test('every tool call has an id of its own and its arguments, and no tool was run', () => {
      const calls = [1, 2].map((n) => ({ name: 'search', args: { q: `text ${n}` } }));
      return using([{ calls }], async ({ model }) => {
        const { toolCalls = [] } = await model.generate(asking('find'), { signal });
        deepStrictEqual(
          toolCalls.map(({ name, args }) => ({ name, args })),
          calls,
        );
        const ids = toolCalls.map(({ id }) => id);
        ok(ids.every((id) => id !== '') && new Set(ids).size === ids.length);
      });
    });

    for (const turn of ['refuses', 'garbles'] as const) {
      test(`a vendor that ${turn} is an error that does not show the payload`, () =>
        using([turn], async ({ model }) => {
          const isClean = (error: unknown): boolean =>
            error instanceof Error && !error.message.includes(CANARY);
          await rejects(model.generate(asking(CANARY), { signal }), isClean);
        }));
    }

    test('an abort ends the request promptly, also one that came before', () =>
      using(['hangs', 'hangs'], async ({ model }) => {
        const stop = new AbortController();
        const asked = model.generate(asking('wait'), { signal: stop.signal });
        stop.abort(new Error('given up'));
        await rejects(asked);
        await rejects(model.generate(asking('wait'), { signal: stop.signal }));
      }));
  });
}

/** Frozen, so that an adapter that changes its request fails. */
function asking(content: string): ModelRequest {
  const message = Object.freeze({ role: 'user' as const, content });
  return Object.freeze({ messages: Object.freeze([message]), tools: Object.freeze([TOOL]) });
}
