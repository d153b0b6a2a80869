// Runs every client scenario of the MCP conformance suite, one after another, since some of them measure time. The exit
// code is 1 when a scenario fails, warns, or when there are none. The suite needs Node 22 or later; so does this.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const client = `${quoted(process.execPath)} ${quoted(fileURLToPath(new URL('client.mjs', import.meta.url)))}`;

/** The suite runs its command by a shell. */
function quoted(path) {
  return `"${path}"`;
}

/** @returns {Promise<{ code: number | null, output: string }>} */
function conformance(...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-deprecation', cli, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

const asked = process.argv.slice(2);
const listed = (await conformance('list', '--client')).output.matchAll(/^ {2}- (\S+)/gm);
const scenarios = asked.length > 0 ? asked : [...listed].map(([, name]) => name);
const failed = [];
for (const scenario of scenarios) {
  const { code, output } = await conformance('client', '--command', client, '--scenario', scenario);
  const [counts = 'no results'] = /^Passed: .*$/m.exec(output) ?? [];
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${scenario}: ${counts}`);
  if (code === 0) continue;
  failed.push(scenario);
  console.log(output);
}
console.log(`\nconformance: ${scenarios.length - failed.length} of ${scenarios.length} scenarios pass`);
process.exitCode = failed.length > 0 || scenarios.length === 0 ? 1 : 0;
