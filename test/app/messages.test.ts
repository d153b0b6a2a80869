import { describe, expect, test } from '@jest/globals';
import { reply } from '../../src/adapters/models/reply.js';
import { Agent, allow, deny, MessageDeniedError, type MessageMiddleware } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { hear, only } from './support/heard.js';
import { script } from './support/model.js';
import { thrownBy } from './support/thrown.js';
import { untyped } from './support/untyped.js';

function agentWith(...links: readonly MessageMiddleware[]) {
  const provider = script(reply.text('the answer is canary-out'));
  const builder = Agent.create({ provider });
  for (const link of links) builder.messageMiddleware(link);
  return { provider, agent: builder.build() };
}

const MESSAGE = { message: 'my password is canary-in' } as const;

describe('message middleware', () => {
  test('changes what comes in and what goes out, in order, and files it', async () => {
    verifies('MW-8', 'MW-7');
    const { provider, agent } = agentWith(
      { name: 'in', onInput: ({ text }) => allow(text.replace('canary-in', '[gone]'), 'no passwords') },
      { name: 'sign', onOutput: ({ text }) => allow(`${text}!`, 'cheer') },
      { name: 'shout', onOutput: ({ text }) => allow(text.toUpperCase(), 'loud') },
    );
    const heard = hear(agent);
    const outcome = await agent.run(MESSAGE);
    expect(provider.requests[0]?.messages).toEqual([{ role: 'user', content: 'my password is [gone]' }]);
    expect(outcome).toMatchObject({ paused: false, content: 'THE ANSWER IS CANARY-OUT!' });
    expect(await agent.ledger(outcome.runId)).toMatchObject([
      { middleware: 'in', moment: 'input', before: MESSAGE.message, after: 'my password is [gone]' },
      { middleware: 'sign', moment: 'output', changed: true },
      { middleware: 'shout', moment: 'output', after: 'THE ANSWER IS CANARY-OUT!' },
    ]);
    expect(JSON.stringify(only(heard, 'sallyport.middleware.decided'))).not.toMatch(/canary/i);
  });

  test('a denied input never reaches the model, and the error does not hold it', async () => {
    verifies('MW-8');
    const { provider, agent } = agentWith({ name: 'dlp', onInput: () => deny('holds a password') });
    const thrown = await thrownBy(agent.run(MESSAGE));
    expect(thrown).toBeInstanceOf(MessageDeniedError);
    expect(thrown).toMatchObject({ code: 'ERR_MESSAGE_DENIED' });
    expect(String(thrown)).toContain('dlp');
    expect(JSON.stringify([String(thrown), thrown, (thrown as Error).cause])).not.toContain('canary');
    expect(provider.requests).toEqual([]);
  });

  test('a denied output reaches nobody', async () => {
    verifies('MW-8');
    const { agent } = agentWith({ name: 'dlp', onOutput: () => deny('leaks') });
    const heard = hear(agent);
    const thrown = await thrownBy(agent.run(MESSAGE));
    expect(thrown).toMatchObject({ code: 'ERR_MESSAGE_DENIED' });
    expect(JSON.stringify([String(thrown), thrown, heard])).not.toContain('canary-out');
  });

  test('a link that throws, or answers with no text, denies', async () => {
    verifies('MW-8', 'MW-4');
    const answers: readonly (() => unknown)[] = [
      () => {
        throw new Error('down');
      },
      () => Promise.reject(new Error('down')),
      () => allow({ text: 'object' }, 'not a text'),
      () => ({ outcome: 'ask', question: 'sure?' }),
      () => undefined,
    ];
    for (const answer of answers) {
      const { provider, agent } = agentWith({ name: 'odd', onInput: () => untyped(answer()) });
      expect(await thrownBy(agent.run(MESSAGE))).toMatchObject({ code: 'ERR_MESSAGE_DENIED' });
      expect(provider.requests).toEqual([]);
    }
  });
});
