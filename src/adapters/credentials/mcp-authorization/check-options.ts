import { InvalidOptionError } from '../../../domain/errors.js';
import * as option from '../../../domain/options.js';
import { checkOutboundUrl } from '../../../domain/url-guard.js';
import type { McpAuthorizationOptions } from './mcp-authorization-options.js';

const WHERE = 'mcpAuthorization()';

const RULES: option.OptionRules = {
  authorize: option.callback,
  redirectUrl: option.text,
  crossAppAccess: option.object,
  client: option.object,
  clientMetadataUrl: option.text,
  clientName: option.text,
  services: option.texts,
  issuer: option.text,
  anyIssuer: option.flag,
  acceptCoveringResource: option.flag,
  refreshSkewMs: option.wholeFromZero,
  timeoutMs: option.positiveWhole,
  privateNetwork: option.flag,
  clock: option.having('a Clock', 'now', 'sleep'),
};

const CLIENT_RULES: option.OptionRules = {
  id: option.required(option.text),
  secret: option.text,
  authentication: option.oneOf('basic', 'post'),
  privateKey: option.text,
  signingAlgorithm: option.oneOf('ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'),
  keyId: option.text,
};

const CROSS_APP_RULES: option.OptionRules = {
  tokenEndpoint: option.required(option.text),
  clientId: option.required(option.text),
  clientSecret: option.text,
  idToken: option.required(option.callback),
};

/**
 * The options, each of its type and all of them fit for each other.
 *
 * @throws InvalidOptionError naming the option
 * @throws ForbiddenUrlError for a URL where no request may go
 */
export function checkMcpAuthorization(options: McpAuthorizationOptions): McpAuthorizationOptions {
  const given = option.checkOptions(WHERE, options, RULES);
  const { authorize, redirectUrl, crossAppAccess, client, clientMetadataUrl, issuer, privateNetwork } = given;
  const policy = { privateNetwork: privateNetwork === true };
  if (client !== undefined) option.checkOptions(`${WHERE}: "client"`, client, CLIENT_RULES);
  if (crossAppAccess !== undefined) {
    option.checkOptions(`${WHERE}: "crossAppAccess"`, crossAppAccess, CROSS_APP_RULES);
    checkOutboundUrl(crossAppAccess.tokenEndpoint, `${WHERE}: "crossAppAccess.tokenEndpoint"`, policy);
  }
  if (issuer !== undefined) checkOutboundUrl(issuer, `${WHERE}: "issuer"`, policy);
  if (redirectUrl !== undefined)
    checkOutboundUrl(redirectUrl, `${WHERE}: "redirectUrl"`, { privateNetwork: true });
  refuse(
    authorize !== undefined && crossAppAccess !== undefined,
    'takes "authorize" or "crossAppAccess", not both',
  );
  refuse(authorize !== undefined && redirectUrl === undefined, 'needs "redirectUrl" with "authorize"');
  refuse(
    authorize === undefined && client === undefined,
    'needs "client" where no user is asked: give "authorize" or "client"',
  );
  refuse(
    authorize === undefined && client?.secret === undefined && client?.privateKey === undefined,
    'needs "client.secret" or "client.privateKey" where no user is asked',
  );
  refuse(
    client?.secret !== undefined && client.privateKey !== undefined,
    'takes "client.secret" or "client.privateKey", not both',
  );
  refuse(
    client?.secret !== undefined && issuer === undefined && given.anyIssuer !== true,
    'needs "issuer" with "client.secret": without it the secret goes to whichever authorization server the MCP server ' +
      'names. Set "anyIssuer" to accept that',
  );
  refuse(
    clientMetadataUrl !== undefined && !isMetadataUrl(clientMetadataUrl),
    'needs an https URL with a path as "clientMetadataUrl"',
  );
  return given;
}

function refuse(isWrong: boolean, fault: string): void {
  if (isWrong) throw new InvalidOptionError(`${WHERE} ${fault}.`);
}

function isMetadataUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && url.pathname !== '/' && url.hash === '' && url.username === '';
}
