import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { Agent, isAskPause, isConsentPause } from '../../src/index.js';
import type {
  CredentialAnswer,
  CredentialProvider,
  CredentialRequest,
} from '../../src/ports/credential-provider.js';
import type { Journal } from '../../src/ports/journal.js';
import { bearer } from '../../src/security.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { hear } from './support/heard.js';
import { callsThenDone, saysDone } from './support/model.js';
import { paused, travelled } from './support/paused.js';
import { resultsOf, stateOf } from './support/recorded.js';

const URL_OF_CONSENT = 'https://idp.example/consent?state=canary-state';
const TOKEN = 'canary-token';

/** A provider that wants consent until it was given, and what it was asked. */
function consenting() {
  let given = false;
  const asked: CredentialRequest[] = [];
  const credentials: CredentialProvider = {
    id: 'idp',
    getCredential: async (request): Promise<CredentialAnswer> => {
      asked.push(request);
      return given
        ? { status: 'issued', credential: bearer(TOKEN) }
        : { status: 'authorization-required', authorizationUrl: URL_OF_CONSENT };
    },
  };
  const headers: unknown[] = [];
  const { tool, runs } = counted(
    'mail',
    (_args, { credential }) => void headers.push(credential?.toHeaders()),
    {
      needs: { service: 'gmail', scopes: ['send'], mode: 'user' },
    },
  );
  const build = (journal: Journal = memoryJournal(), provider = saysDone()) =>
    Agent.create({ provider, journal, credentials }).tool(tool).build();
  return { build, asked, runs, headers, give: () => (given = true) };
}

async function suspended() {
  const made = consenting();
  const journal = memoryJournal();
  const provider = callsThenDone({ id: 'c1', name: 'mail', args: { to: 'ann' } });
  const agent = made.build(journal, provider);
  const heard = hear(agent);
  const run = paused(await agent.run({ message: 'go', identity: { principal: 'ann' } }));
  return { ...made, journal, agent, heard, run, provider };
}

describe('a tool whose credential needs consent', () => {
  test('suspends the run before anything ran', async () => {
    verifies('SR-2', 'SR-6', 'ID-2');
    const { run, runs, asked } = await suspended();
    expect(run.pending).toMatchObject([{ callId: 'c1', kind: 'consent', tool: 'mail', args: { to: 'ann' } }]);
    expect([isConsentPause(run), isAskPause(run)]).toEqual([true, false]);
    expect(runs).toEqual([]);
    expect(asked).toMatchObject([
      { service: 'gmail', scopes: ['send'], mode: 'user', identity: { principal: 'ann' } },
    ]);
  });

  test('gives the caller the URL to consent at', async () => {
    verifies('SR-6');
    const { run } = await suspended();
    expect(JSON.stringify(run.pending)).toContain(URL_OF_CONSENT);
  });

  test('tells the URL to nobody else: not in events, journal, checkpoint or to the model', async () => {
    verifies('SR-6');
    const { run, heard, journal, provider } = await suspended();
    const told = JSON.stringify([heard, await journal.read(run.runId), run.checkpoint, provider.requests]);
    expect(told).not.toContain('canary');
  });

  test('runs once consent was given, in another process, which asks the provider again', async () => {
    verifies('SR-6', 'SR-1', 'ID-2');
    const { run, build, give, runs, headers, asked } = await suspended();
    const elsewhere = memoryJournal();
    const early = paused(await build(elsewhere).resume(travelled(run.checkpoint)));
    expect(early.pending).toMatchObject([{ kind: 'consent' }]);
    expect(runs).toEqual([]);
    give();
    await build(elsewhere).resume(travelled(early.checkpoint));
    expect(runs).toEqual([{ to: 'ann' }]);
    expect(headers).toEqual([bearer(TOKEN).toHeaders()]);
    expect(asked).toHaveLength(3);
    expect(JSON.stringify(await elsewhere.read(run.runId))).not.toContain('canary');
  });

  test('a credential that cannot be had is a tool error that does not say why', async () => {
    verifies('ID-2');
    const journal = memoryJournal();
    const { tool, runs } = counted('mail', undefined, { needs: { service: 'gmail' } });
    const agent = Agent.create({
      provider: callsThenDone({ name: 'mail', args: {} }),
      journal,
      credentials: { id: 'idp', getCredential: () => Promise.reject(new Error(`vault refused ${TOKEN}`)) },
    })
      .tool(tool)
      .build();
    const heard = hear(agent);
    const { runId } = await agent.run({ message: 'go' });
    expect(runs).toEqual([]);
    expect(resultsOf(await stateOf(journal, runId))).toMatchObject([
      { isError: true, content: expect.stringContaining('gmail') },
    ]);
    expect(JSON.stringify([heard, await journal.read(runId)])).not.toContain('canary');
  });

  test('of a source that lists it later, without a provider, fails at the call and before anything ran', async () => {
    verifies('ID-2');
    const journal = memoryJournal();
    const { tool, runs } = counted('mail', undefined, { needs: { service: 'gmail' } });
    const agent = Agent.create({ provider: callsThenDone({ name: 'mail', args: {} }), journal })
      .toolProvider({ id: 'late', list: () => [tool] })
      .build();
    const { runId } = await agent.run({ message: 'go' });
    expect(resultsOf(await stateOf(journal, runId))).toMatchObject([
      { isError: true, content: expect.stringMatching(/credential/) },
    ]);
    expect(runs).toEqual([]);
  });
});
