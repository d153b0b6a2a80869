// `npm run bench:policy`, after `npm run build`: one permission check by roles and by Cedar at 100 and 5,000 policies, beside
// the bare library: parsing at each call, and parsed once but in one set. p50 and p99 in microseconds, measured by turns.
import { isAuthorized, preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import { cedarPolicy, PermissionPolicy } from '../dist/security.js';
import { percentile } from './measure.mjs';

const ROUNDS = 40;
const ROUND_MS = 25;
const print = (text) => process.stdout.write(`${text}\n`);

const tool = (i) => `tool_${i}`;
const args = { path: '/srv/data/7/report.csv', limit: 50 };
const identity = { principal: 'ann' };

/** Nine in ten permit one action each, one in ten forbids one; one last policy speaks of every action. */
function policiesFor(count) {
  const texts = Array.from({ length: count - 1 }, (_, i) =>
    i % 10 === 9
      ? `@effect("halt") forbid(principal, action == Action::"${tool(i - 9)}", resource) when { context.args.limit > 1000 };`
      : `permit(principal == User::"ann", action == Action::"${tool(i)}", resource) when { context.args.path like "/srv/*" };`,
  );
  return [...texts, 'forbid(principal, action, resource) when { context.args.path like "*/.ssh/*" };'];
}

/** The request of the n-th call: each asks for another tool. */
const request = (n, count) => ({
  capability: 'tool_call',
  target: tool((n * 10) % (count - 1 - ((count - 1) % 10))),
  toolCallId: 'c',
  args,
  iteration: 1,
  identity,
});

/** The same for the library. */
const bare = (n, count) => ({
  principal: { type: 'User', id: 'ann' },
  action: { type: 'Action', id: request(n, count).target },
  resource: { type: 'Tool', id: request(n, count).target },
  context: { args },
  entities: [],
});

async function subjectsAt(count) {
  const policies = policiesFor(count);
  const began = performance.now();
  const checker = await cedarPolicy({ policies });
  const composed = performance.now() - began;
  const staticPolicies = Object.fromEntries(policies.map((text, i) => [`policy${i}`, text]));
  preparsePolicySet(`bare ${count}`, { staticPolicies });
  print(`${count} policies: composed in ${composed.toFixed(0)} ms`);
  const parsing = (n) => isAuthorized({ ...bare(n, count), policies: { staticPolicies } }).response.decision;
  const oneSet = (n) =>
    statefulIsAuthorized({ ...bare(n, count), preparsedPolicySetId: `bare ${count}` }).response.decision;
  return {
    [`cedarPolicy, ${count}`]: (n) => checker.check(request(n, count)).result,
    [`library, parsed once, ${count}`]: oneSet,
    [`library, parsing each call, ${count}`]: parsing,
  };
}

const roles = PermissionPolicy.fromRoles(
  { worker: Array.from({ length: 500 }, (_, i) => tool(i)) },
  'worker',
);
const subjects = {
  'roles, 500 tools': (n) => roles.check(request(n, 501)).result,
  ...(await subjectsAt(100)),
  ...(await subjectsAt(5_000)),
};

const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
let n = 0;
for (let round = -1; round < ROUNDS; round++) {
  for (const [name, check] of Object.entries(subjects)) {
    const until = performance.now() + ROUND_MS;
    do {
      const began = performance.now();
      const result = check(n++);
      const took = performance.now() - began;
      if (result !== 'allow') throw new Error(`${name} answered ${result}`);
      if (round >= 0) times[name].push(took * 1_000);
    } while (performance.now() < until);
  }
}

for (const [name, all] of Object.entries(times)) {
  const [p50, p99] = [percentile(all, 50), percentile(all, 99)].map((us) => us.toFixed(1).padStart(10));
  print(`${name.padEnd(36)} p50 ${p50} µs  p99 ${p99} µs`);
}
