import assert from 'node:assert/strict';
import { reply, type ScriptedCall } from '../../../src/adapters/models/reply.js';
import { scripted, type ScriptedModel, type ScriptStep } from '../../../src/adapters/models/scripted.js';
import type { Message } from '../../../src/index.js';

/** A model that makes these calls in its first turn and then says `done`. */
export function callsThenDone(...calls: readonly ScriptedCall[]): ScriptedModel {
  return script(reply.calls(...calls), reply.text('done'));
}

/** A scripted model that refuses a history in which a call has no result, or more than one. */
export function script(...steps: readonly ScriptStep[]): ScriptedModel {
  const model = scripted(steps);
  return {
    id: model.id,
    requests: model.requests,
    assertConsumed: () => model.assertConsumed(),
    generate: (request, options) => {
      assertPaired(request.messages);
      return model.generate(request, options);
    },
  };
}

/** Only says `done`: the model of a process that takes a run up after its first turn. */
export function saysDone(): ScriptedModel {
  return script(reply.text('done'));
}

/** Every call id is new, and has exactly one result before anybody else speaks: what model APIs demand of a history. */
export function assertPaired(messages: readonly Message[]): void {
  const seen = new Set<string>();
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      assert.equal(message.toolCallId, open.shift(), 'a result must follow its call, in the call order');
      continue;
    }
    assert.deepEqual(open, [], 'every call has its result before the next message');
    if (message.role !== 'assistant') continue;
    open = message.toolCalls.map(({ id }) => id);
    for (const id of open) {
      assert.ok(!seen.has(id), `call id ${id} is used twice`);
      seen.add(id);
    }
  }
  assert.deepEqual(open, [], 'every call has its result');
}
