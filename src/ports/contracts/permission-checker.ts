import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import { frozenJson } from '../../domain/json.js';
import type { PermissionDecision, PermissionResult } from '../../domain/verdict.js';
import type { PermissionChecker, PermissionRequest } from '../permission-checker.js';
import type { Harness } from './harness.js';

/** How a checker under test is made, and what its policy says. */
export interface PermissionCheckerSubject {
  create(): PermissionChecker;
  /** Calls on which the policy speaks, and what it answers. At least one is allowed. */
  readonly known: readonly {
    readonly target: string;
    readonly capability?: string;
    readonly result: PermissionResult;
  }[];
  /** A tool that the policy has never heard of. */
  readonly unknownTool: string;
  /** The capabilities that the policy governs; empty for a checker that governs none. */
  readonly governed: readonly string[];
}

/** Names that every JavaScript object inherits; none may be found by accident. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

/** The laws of the `PermissionChecker` port. */
export function permissionCheckerContract(
  { describe, test }: Harness,
  subject: PermissionCheckerSubject,
): void {
  const { create, known, unknownTool, governed } = subject;

  describe('PermissionChecker', () => {
    test('it has a name, and answers what the policy says', async () => {
      const checker = create();
      ok(checker.name !== '');
      ok(known.some(({ result }) => result === 'allow'));
      for (const { target, capability, result } of known) {
        const decision = await decisionOf(checker, requestFor(target, capability));
        equal(decision.result, result, `${target} ${capability ?? 'tool_call'}`);
      }
    });

    test('an open gate is named', async () => {
      const checker = create();
      for (const { target, capability, result } of known) {
        if (result !== 'gate_open') continue;
        const { gateId } = await decisionOf(checker, requestFor(target, capability));
        ok(gateId !== undefined && gateId !== '', `${target} opened a gate without a name`);
      }
    });

    test('what it does not know it denies', async () => {
      const checker = create();
      for (const target of [unknownTool, ...INHERITED]) {
        equal((await decisionOf(checker, requestFor(target))).result, 'deny', target);
      }
    });

    test('the answer depends on request and policy alone, and checking changes nothing', async () => {
      const checker = create();
      const requests = [
        ...known.map(({ target, capability }) => requestFor(target, capability)),
        requestFor(unknownTool),
      ];
      const once: unknown[] = [];
      for (const request of requests) once.push(await decisionOf(checker, request));
      const again: unknown[] = [];
      for (const request of requests.toReversed()) again.unshift(await decisionOf(checker, request));
      deepStrictEqual(again, once);
    });

    test('it governs exactly the capabilities that its policy has rules for', () => {
      const checker = create();
      for (const capability of governed) equal(checker.governs?.(capability), true, capability);
      for (const capability of ['never.heard.of', ...INHERITED]) {
        equal(checker.governs?.(capability) ?? false, false, capability);
      }
    });
  });
}

function requestFor(target: string, capability: string = 'tool_call'): PermissionRequest {
  const args = frozenJson({ path: '/tmp/x' }, 'args');
  return Object.freeze({ capability, target, toolCallId: 'call_1', args, iteration: 1 });
}

async function decisionOf(
  checker: PermissionChecker,
  request: PermissionRequest,
): Promise<PermissionDecision> {
  const answer = await checker.check(request);
  return typeof answer === 'string' ? { result: answer } : answer;
}
