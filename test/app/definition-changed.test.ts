import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { Agent, allow, ask, checkInApproved, type Tool, type ToolMiddleware } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { callsThenDone, saysDone } from './support/model.js';
import { paused, travelled } from './support/paused.js';
import { codeOf, thrownBy } from './support/thrown.js';

const approve = checkInApproved({ by: 'bob' });
const ASKS: ToolMiddleware = { name: 'asks', onToolCall: () => ask('sure?') };
const AUDIT: ToolMiddleware = { name: 'audit', onToolCall: () => allow(), onToolResult: () => allow() };
const pay = counted('pay');

interface Parts {
  readonly name?: string;
  readonly system?: string;
  readonly links?: readonly ToolMiddleware[];
  readonly tools?: readonly Tool[];
  readonly checker?: string;
  readonly maxToolResultChars?: number;
  readonly message?: string;
}

function build(parts: Parts, journal = memoryJournal(), provider = saysDone()) {
  const { links = [AUDIT, ASKS], tools = [pay.tool], checker = 'policy', message } = parts;
  const builder = Agent.create({
    provider,
    journal,
    name: parts.name ?? 'payer',
    permissionChecker: { name: checker, check: () => 'allow' },
    ...(parts.maxToolResultChars === undefined ? {} : { maxToolResultChars: parts.maxToolResultChars }),
  }).system(parts.system ?? 'Pay.');
  builder.tools(tools);
  for (const link of links) builder.toolMiddleware(link);
  if (message !== undefined) builder.messageMiddleware({ name: message, onInput: () => allow() });
  return builder.build();
}

async function suspendedRun(journal = memoryJournal()) {
  const provider = callsThenDone({ id: 'c1', name: 'pay', args: { amount: 5 } });
  return paused(await build({}, journal, provider).run({ message: 'go' }));
}

const CHANGES: readonly [string, RegExp, Parts][] = [
  ['the name', /name/, { name: 'other' }],
  ['the system prompt', /system/, { system: 'Pay everybody.' }],
  ['the permission checker', /permissionChecker/, { checker: 'lax' }],
  ['a link fewer', /toolMiddleware/, { links: [ASKS] }],
  ['the order of the links', /toolMiddleware/, { links: [ASKS, AUDIT] }],
  ['a message link', /messageMiddleware/, { message: 'dlp' }],
  ['the ceiling', /maxToolResultChars/, { maxToolResultChars: 10 }],
];

describe('a definition that has changed', () => {
  test.each(CHANGES)(
    'in %s is refused by name, and the checkpoint stays good for the right one',
    async (_what, named, parts) => {
      verifies('SR-7');
      const run = await suspendedRun();
      const journal = memoryJournal();
      const thrown = await thrownBy(build(parts, journal).resume(travelled(run.checkpoint), approve));
      expect(thrown).toMatchObject({ code: 'ERR_DEFINITION_CHANGED', message: expect.stringMatching(named) });
      const before = pay.runs.length;
      await build({}, journal).resume(travelled(run.checkpoint), approve);
      expect(pay.runs).toHaveLength(before + 1);
    },
  );

  test('in several parts lists all of them, and shows none of the texts', async () => {
    verifies('SR-7');
    const run = await suspendedRun();
    const changed = build({ system: 'Pay everybody.', name: 'other', links: [ASKS] });
    const { message } = (await thrownBy(changed.resume(travelled(run.checkpoint), approve))) as Error;
    for (const part of ['name', 'system', 'toolMiddleware']) expect(message).toContain(part);
    expect(message).not.toContain('everybody');
  });

  test('because the tool of a waiting call is gone is refused by name, and the approval is not used up', async () => {
    verifies('SR-7', 'V14');
    const run = await suspendedRun();
    const journal = memoryJournal();
    const without = build({ tools: [counted('other').tool] }, journal);
    expect(await codeOf(without.resume(travelled(run.checkpoint), approve))).toBe('ERR_DEFINITION_CHANGED');
    const before = pay.runs.length;
    await build({}, journal).resume(travelled(run.checkpoint), approve);
    expect(pay.runs).toHaveLength(before + 1);
  });

  test('because the tool of that name is now another is refused by name', async () => {
    verifies('SR-7', 'V14', 'T32');
    const run = await suspendedRun();
    const other = counted('pay', undefined, { description: 'Pays twice.', inputSchema: { type: 'object' } });
    const journal = memoryJournal();
    const changed = build({ tools: [other.tool] }, journal);
    expect(await codeOf(changed.resume(travelled(run.checkpoint), approve))).toBe('ERR_DEFINITION_CHANGED');
    expect(other.runs).toEqual([]);
  });

  test('in the moments that the links look at is refused by name', async () => {
    verifies('SR-7');
    const run = await suspendedRun();
    const later: ToolMiddleware = { name: 'audit', onToolResult: () => allow() };
    const changed = build({ links: [later, ASKS] });
    expect(await codeOf(changed.resume(travelled(run.checkpoint), approve))).toBe('ERR_DEFINITION_CHANGED');
  });

  test('in how names are cut is refused too: two links are not one with a comma in its name', async () => {
    verifies('SR-7');
    const run = await suspendedRun();
    const one = { ...AUDIT, name: 'audit, asks' };
    expect(await codeOf(build({ links: [one] }).resume(travelled(run.checkpoint), approve))).toBe(
      'ERR_DEFINITION_CHANGED',
    );
  });
});
