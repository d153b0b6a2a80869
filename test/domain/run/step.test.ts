import { describe, expect, test } from '@jest/globals';
import { UnexpectedEventError } from '../../../src/domain/errors.js';
import { effectsOf, hasEnded, isSuspended, start, step } from '../../../src/domain/run/step.js';
import { verifies } from '../../requirements.js';
import { call, replied, results, returned, run, started } from './runs.js';

const deniedPermission = { permission: true } as const;
const decided = (callId: string, result: 'allow' | 'deny' | 'halt') =>
  ({ type: 'permission.decided', callId, result, reason: 'policy 7' }) as const;
const asks = (callId: string) =>
  ({ type: 'before.decided', callId, link: 'asker', outcome: 'ask', reason: '?', digest: 'd' }) as const;

describe('the run', () => {
  test('a message becomes a turn, a reply without calls becomes the answer', () => {
    verifies('AG-1');
    const thinking = start(started());
    expect(thinking.effects).toEqual([{ type: 'ask_model' }]);
    const done = step(thinking.state, replied());
    expect(done.effects).toEqual([]);
    expect(done.state).toMatchObject({ phase: 'finished', text: 'text' });
    expect(done.state.messages).toEqual([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'text', toolCalls: [] },
    ]);
  });

  test('calls go on side by side and land in the model’s order, however they end', () => {
    verifies('AG-5', 'V19');
    const acting = step(start(started()).state, replied(call('a'), call('b'), call('c')));
    expect(acting.effects).toEqual(
      ['a', 'b', 'c'].map((callId) => ({ type: 'call', callId, effect: 'execute' })),
    );
    const state = run(started(), replied(call('a'), call('b'), call('c')), returned('c'), returned('a'), {
      type: 'tool.failed',
      callId: 'b',
      text: '[broken]',
    });
    expect(results(state)).toEqual([
      ['a', 'result of a'],
      ['b', '[broken]'],
      ['c', 'result of c'],
    ]);
    expect(state).toMatchObject({ phase: 'thinking', iteration: 2 });
  });

  test('a run is suspended when only people can move it; what has finished stays finished', () => {
    verifies('SR-4', 'V01');
    const asking = run(started(), replied(call('a'), call('b', { before: 1 })), asks('b'));
    expect(isSuspended(asking)).toBe(false);
    const suspended = step(asking, returned('a')).state;
    expect(isSuspended(suspended)).toBe(true);
    expect(effectsOf(suspended)).toEqual([{ type: 'call', callId: 'b', effect: 'suspend' }]);
    const approved = step(suspended, { type: 'ask.answered', callId: 'b', approved: true, by: 'ann' });
    expect(approved.effects).toEqual([{ type: 'call', callId: 'b', effect: 'execute' }]);
    expect(results(step(approved.state, returned('b')).state)).toEqual([
      ['a', 'result of a'],
      ['b', 'result of b'],
    ]);
  });

  test('a halt ends the run once its result has landed: what waits is refused, what executes still lands', () => {
    verifies('PG-3');
    const calls = [
      call('halts', deniedPermission),
      call('runs'),
      call('waits', { before: 1 }),
      call('later', deniedPermission),
    ];
    const halted = run(started(), replied(...calls), asks('waits'), decided('halts', 'halt'));
    expect(halted.phase).toBe('acting');
    expect(() => step(halted, decided('later', 'allow'))).toThrow(UnexpectedEventError);
    const ended = step(halted, returned('runs')).state;
    expect(ended).toMatchObject({ phase: 'halted', failure: { code: 'ERR_POLICY_HALT', retryable: false } });
    expect(ended.failure?.message).toContain('policy 7');
    expect(results(ended)).toEqual([
      ['halts', '[permission denied: this run was ended by policy]'],
      ['runs', 'result of runs'],
      ['waits', '[not run: this run was ended by policy]'],
      ['later', '[not run: this run was ended by policy]'],
    ]);
  });

  test('a halt leaves a result alone that is on its way back through the chain', () => {
    verifies('PG-3', 'V19');
    const calls = [call('halts', deniedPermission), call('back', { after: 1 })];
    const halted = run(started(), replied(...calls), returned('back'), decided('halts', 'halt'));
    expect(halted.calls.map(({ stage }) => stage)).toEqual(['halted', 'after']);
    const ended = step(halted, { type: 'after.decided', callId: 'back', link: 'l', outcome: 'allow' }).state;
    expect(results(ended)[1]).toEqual(['back', 'result of back']);
  });

  test('the last turn’s calls are not run, since nobody would read their results', () => {
    verifies('AG-1', 'V19');
    const ended = run(started({ maxIterations: 1 }), replied(call('a'), call('b')));
    expect(ended).toMatchObject({ phase: 'failed', failure: { code: 'ERR_ITERATION_LIMIT' } });
    expect(results(ended).map(([id]) => id)).toEqual(['a', 'b']);
  });

  test('a cancelled run gives each pending call a refusal that says whether it may have run', () => {
    verifies('SR-7');
    const ended = run(started(), replied(call('a'), call('b', { before: 1 })), asks('b'), {
      type: 'run.cancelled',
      reason: 'no need',
    });
    expect(ended).toMatchObject({ phase: 'cancelled', failure: { code: 'ERR_RUN_CANCELLED' } });
    expect(results(ended)).toEqual([
      ['a', '[abandoned: the run was cancelled: no need. It was started and may have taken effect.]'],
      ['b', '[not run: the run was cancelled: no need]'],
    ]);
    expect(() => step(ended, { type: 'run.cancelled', reason: 'again' })).toThrow(UnexpectedEventError);
  });

  test('a turn that failed can be taken again, with everything before it as it was', () => {
    verifies('V06');
    const failure = { code: 'ERR_MODEL_FAILED', retryable: true, message: 'overloaded' };
    const failed = run(started(), replied(call('a')), returned('a'), { type: 'turn.failed', failure });
    expect(failed).toMatchObject({ phase: 'failed', failure });
    const again = step(failed, { type: 'run.retried' });
    expect(again.effects).toEqual([{ type: 'ask_model' }]);
    expect(again.state).toMatchObject({ phase: 'thinking', iteration: 2, failure: null });
    expect(results(again.state)).toEqual([['a', 'result of a']]);
    const final = run(started(), { type: 'turn.failed', failure: { ...failure, retryable: false } });
    expect(() => step(final, { type: 'run.retried' })).toThrow(UnexpectedEventError);
  });

  test('message links see what comes in and what goes out, in order, and may change or refuse it', () => {
    verifies('MW-8');
    const links = { inputLinks: 2, outputLinks: 1 };
    const changed = {
      type: 'message.decided',
      link: 'tidy',
      outcome: 'allow',
      value: 'tidied',
      why: 'w',
    } as const;
    const plain = { type: 'message.decided', link: 'tidy', outcome: 'allow' } as const;
    expect(start(started(links)).effects).toEqual([{ type: 'run_input' }]);
    const thinking = run(started(links), changed, plain);
    expect(thinking.messages).toEqual([{ role: 'user', content: 'tidied' }]);
    const sent = run(started(links), plain, plain, replied(), changed);
    expect(sent).toMatchObject({ phase: 'finished', text: 'tidied' });
    for (const [events, moment] of [
      [[], 'input'],
      [[plain, plain, replied()], 'output'],
    ] as const) {
      const refused = run(started(links), ...events, {
        type: 'message.decided',
        link: 'tidy',
        outcome: 'deny',
        reason: 'names',
      });
      expect(refused.failure).toMatchObject({
        code: 'ERR_MESSAGE_DENIED',
        message: `The ${moment} message was denied by tidy: names.`,
      });
      expect(JSON.stringify(refused.failure)).not.toMatch(/hello|text/);
    }
    expect(run(started(links), { ...plain, outcome: 'threw' }).failure?.message).toContain(
      'failed to decide',
    );
  });

  test('an event for another phase or another call changes nothing and is refused by name', () => {
    verifies('V04');
    const thinking = run(started());
    const acting = run(started(), replied(call('a')));
    const text = JSON.stringify(acting);
    expect(() => step(thinking, returned('a'))).toThrow(/no open call a|phase "thinking"/);
    expect(() => step(acting, returned('zzz'))).toThrow('the run has no open call zzz');
    expect(() => step(acting, asks('a'))).toThrow('call a is in stage "execute"');
    expect(() => step(acting, started())).toThrow(UnexpectedEventError);
    expect(() => step(acting, replied())).toThrow('the run is in phase "acting"');
    expect(JSON.stringify(acting)).toBe(text);
    expect(hasEnded(acting)).toBe(false);
  });
});
