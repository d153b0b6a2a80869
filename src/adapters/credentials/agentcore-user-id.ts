import { createHash } from 'node:crypto';
import type { Identity } from '../../domain/identity.js';

const MAX_LENGTH = 128;

/**
 * The user id that stands for an identity. With a tenant it is `tenant/principal`, escaped so that no two identities
 * share one; beyond 128 characters it is a digest.
 *
 * @returns undefined when the identity names no principal
 */
export function agentCoreUserId({ tenant, principal }: Identity): string | undefined {
  if (principal === undefined || principal === '') return undefined;
  const id = tenant === undefined ? escaped(principal) : `${escaped(tenant)}/${escaped(principal)}`;
  return id.length <= MAX_LENGTH ? id : `sha256/${createHash('sha256').update(id).digest('hex')}`;
}

function escaped(part: string): string {
  return part.replaceAll('%', '%25').replaceAll('/', '%2F');
}
