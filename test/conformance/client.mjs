// The client that the MCP conformance suite runs: one scenario a process. It prints nothing but a fault.
//
// The suite names the scenario and what belongs to it in the environment, and appends the server's URL to the command.
import { request } from 'undici';
import { gatewayTransport, mcpClient } from '../../dist/providers.js';
import { mcpAuthorization } from '../../dist/security.js';

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const url = process.argv.at(-1) ?? '';

const REDIRECT_URL = 'http://127.0.0.1:53535/callback';
const CLIENT_METADATA_URL = 'https://conformance-test.local/client-metadata.json';

/** The suite's consent page consents at once: its answer is the redirect that a browser would follow. */
async function consent(page) {
  const { headers, body } = await request(page);
  await body.dump();
  return headers.location ?? '';
}

/** The client that the scenario registered by hand. The suite does not say at which authorization server. */
function registered() {
  const { client_id: id, client_secret: secret, private_key_pem: privateKey, signing_algorithm } = context;
  if (id === undefined) return {};
  const key = { privateKey, signingAlgorithm: signing_algorithm };
  return { client: { id, ...(privateKey === undefined ? { secret } : key) }, anyIssuer: true };
}

function crossApp() {
  const { idp_client_id: clientId, idp_id_token: idToken, idp_token_endpoint: tokenEndpoint } = context;
  return { crossAppAccess: { clientId, tokenEndpoint, idToken: async () => idToken } };
}

function credentials() {
  if (scenario.startsWith('auth/client-credentials-')) return mcpAuthorization(registered());
  if (scenario.startsWith('auth/cross-app-access-'))
    return mcpAuthorization({ ...registered(), ...crossApp() });
  return mcpAuthorization({
    ...registered(),
    authorize: consent,
    redirectUrl: REDIRECT_URL,
    clientName: 'conformance client',
    ...(scenario === 'auth/basic-cimd' ? { clientMetadataUrl: CLIENT_METADATA_URL } : {}),
  });
}

/** What to call a tool with: a number for each number that the schema wants. */
function argumentsFor({ properties = {} }) {
  const numbers = Object.entries(properties).filter(
    ([, { type }]) => type === 'number' || type === 'integer',
  );
  return Object.fromEntries(numbers.map(([name], at) => [name, at + 1]));
}

const transport = scenario.startsWith('auth/')
  ? gatewayTransport({ url, credentials: credentials() })
  : { transport: 'http', url };
const client = await mcpClient({
  name: 'conformance',
  transport,
  onElicitation: async () => ({ action: 'accept' }),
});
try {
  for (const tool of await client.tools()) await tool.execute(argumentsFor(tool.schema.inputSchema), {});
} finally {
  await client.close();
}
