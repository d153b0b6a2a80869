import { CredentialUnavailableError } from './credential-errors.js';

/** The exceptions that the service models. Another name is not shown: it would be text of the far side. */
const MODELLED: ReadonlySet<unknown> = new Set([
  'AccessDeniedException',
  'InternalServerException',
  'ResourceNotFoundException',
  'ServiceQuotaExceededException',
  'ThrottlingException',
  'UnauthorizedException',
  'ValidationException',
]);

/** A fresh error for what the SDK threw, without its message and without a cause. */
export function agentCoreFault(operation: string, thrown: unknown): CredentialUnavailableError {
  const { name, $metadata, code } = factsOf(thrown);
  const status: unknown = ($metadata as { httpStatusCode?: unknown } | undefined)?.httpStatusCode;
  if (name === 'CredentialsProviderError') {
    return new CredentialUnavailableError(
      'agentCoreIdentity() found no AWS credentials. Set "credentials", or one of the sources that the AWS SDK reads.',
      false,
    );
  }
  const platform = typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : undefined;
  const kind = MODELLED.has(name) ? String(name) : platform;
  const parts = [kind, typeof status === 'number' ? `status ${status}` : undefined].filter(
    (part) => part !== undefined,
  );
  return new CredentialUnavailableError(
    `AgentCore ${operation} failed${parts.length === 0 ? '' : ` (${parts.join(', ')})`}.${hintFor(name)}`,
    typeof status !== 'number' || status === 429 || status >= 500 || name === 'ThrottlingException',
  );
}

/** Whether the service says that what was named does not exist. */
export function isResourceNotFound(thrown: unknown): boolean {
  return factsOf(thrown).name === 'ResourceNotFoundException';
}

function factsOf(thrown: unknown): { name?: unknown; $metadata?: unknown; code?: unknown } {
  return typeof thrown === 'object' && thrown !== null ? thrown : {};
}

function hintFor(name: unknown): string {
  if (name === 'AccessDeniedException') return ' Allow the action to the role that this process runs as.';
  if (name === 'UnauthorizedException') return ' Check the user token and the workload.';
  if (name === 'ResourceNotFoundException') return ' Check "workloadName" and "region".';
  return name === 'ValidationException' ? ' Check the names and scopes in the options.' : '';
}
