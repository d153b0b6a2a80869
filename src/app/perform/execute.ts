import type { Credential } from '../../domain/credential.js';
import type { CallEvent } from '../../domain/dispatch/event.js';
import type { CallState } from '../../domain/dispatch/state.js';
import { textOfThrown } from '../../domain/errors.js';
import { copyJson, frozenJson } from '../../domain/json.js';
import type { Tool } from '../../domain/tool.js';
import type { Awaitable } from '../../ports/awaitable.js';
import { callDigest } from '../digest.js';
import { isPauseRequest } from '../pause.js';
import { pass, type Gate } from './gate.js';
import { callOwner, toolContext } from './tool-context.js';
import type { Turn } from './turn.js';
import { entryOf } from './validate.js';

/** Resolves what the tool needs and runs it, on a copy of the arguments that it may change. */
export function execute(call: CallState, turn: Turn): Awaitable<CallEvent> {
  const tool = entryOf(call, turn)?.tool;
  if (tool === undefined) return failed(call, `[${call.tool} is no longer available]`);
  return tool.needs === undefined ? pass(run, call, turn) : runWithCredential(tool, call, turn);
}

const run: Gate<unknown, CallEvent> = {
  ask: (call, turn) => start(entryOf(call, turn)?.tool, call, turn),
  read: (value, call, turn) => closed(returned(call, value), call, turn),
  failed: (thrown, call, turn) => closed(thrownEvent(call, turn, thrown), call, turn),
};

function start(
  tool: Tool | undefined,
  call: CallState,
  turn: Turn,
  credential?: Credential,
): Awaitable<unknown> {
  return tool?.execute(copyJson(call.args) as never, toolContext(call, turn, credential));
}

function returned(call: CallState, value: unknown): CallEvent {
  const result = value === undefined ? null : frozenJson(value, 'The result of the tool');
  return { type: 'tool.returned', callId: call.id, value: result };
}

/** The event, once what the tool hung on this call is closed. */
function closed(
  event: CallEvent,
  call: CallState,
  { definition, run: { runId } }: Turn,
): Awaitable<CallEvent> {
  const { sessions } = definition;
  return sessions.isEmpty ? event : sessions.close('call', callOwner(call, runId)).then(() => event);
}

function thrownEvent(call: CallState, turn: Turn, thrown: unknown): CallEvent {
  if (isPauseRequest(thrown)) {
    return { type: 'tool.paused', callId: call.id, data: thrown.data, digest: callDigest(call, turn.run) };
  }
  return failed(call, `[${call.tool} failed: ${textOfThrown(thrown)}]`);
}

/** The credential lives in this function's frame and in the tool's context, and nowhere else. */
async function runWithCredential(tool: Tool, call: CallState, turn: Turn): Promise<CallEvent> {
  const { definition, run: of, signal } = turn;
  const need = tool.needs;
  if (need === undefined || definition.credentials === undefined) {
    return failed(
      call,
      `[${call.tool} cannot run: it needs a credential and no credential provider is configured]`,
    );
  }
  try {
    const answer = await definition.credentials.getCredential({
      ...need,
      identity: of.identity ?? undefined,
      signal,
    });
    if (answer.status === 'issued') {
      const { credential } = answer;
      return await pass({ ...run, ask: () => start(tool, call, turn, credential) }, call, turn);
    }
    turn.consentUrls.set(call.id, answer.authorizationUrl);
    return {
      type: 'consent.required',
      callId: call.id,
      service: need.service,
      digest: callDigest(call, turn.run),
    };
  } catch {
    return failed(call, `[${call.tool} cannot run: its credential for ${need.service} could not be had]`);
  }
}

function failed(call: CallState, text: string): CallEvent {
  return { type: 'tool.failed', callId: call.id, text };
}
