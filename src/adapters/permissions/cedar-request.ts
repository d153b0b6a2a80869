import { InvalidAnswerError } from '../../domain/errors.js';
import { frozenCopy, shapeOf } from '../../domain/json.js';
import type { PermissionRequest } from '../../ports/permission-checker.js';
import type { CedarEntity, CedarUid } from './cedar-module.js';
import type { CedarPolicyOptions } from './cedar-options.js';
import { CAPABILITY_ACTION } from './cedar-uid.js';
import { TOOL_CALL } from './rules.js';

/** Who asks, as an entity: what `principalOf` says, otherwise the identity of the run. */
export function principalOf(request: PermissionRequest, options: CedarPolicyOptions): CedarEntity {
  if (options.principalOf !== undefined) {
    const said = answered('principalOf', options.principalOf(request));
    const { type, id, attrs = {}, parents = [] } = frozenCopy(said, 'principalOf()');
    return { uid: { type, id }, attrs, parents };
  }
  const { tenant, principal } = request.identity ?? {};
  const uid = principal ? { type: 'User', id: principal } : { type: 'Anonymous', id: 'anonymous' };
  return { uid, attrs: {}, parents: tenant ? [{ type: 'Tenant', id: tenant }] : [] };
}

/** The tool, in the server that it was read from; a tool of the application's own is in none. */
export function resourceOf({ target, source }: PermissionRequest): CedarEntity {
  const parents = source === undefined ? [] : [{ type: 'Server', id: source }];
  return { uid: { type: 'Tool', id: target }, attrs: {}, parents };
}

export function actionOf(request: PermissionRequest, options: CedarPolicyOptions): CedarUid {
  if (request.capability !== TOOL_CALL) return { type: CAPABILITY_ACTION, id: request.capability };
  if (options.actionOf === undefined) return { type: 'Action', id: request.target };
  const { type, id } = answered('actionOf', options.actionOf(request));
  return { type, id };
}

function answered<Uid extends CedarUid>(option: string, said: Uid): Uid {
  const { type, id } = (said ?? {}) as Partial<CedarUid>;
  if (typeof type === 'string' && typeof id === 'string') return said;
  throw new InvalidAnswerError(`${option} of cedarPolicy()`, shapeOf(said), '{ type, id }, both strings');
}
