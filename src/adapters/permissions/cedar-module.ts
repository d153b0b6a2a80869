import type { JsonObject } from '../../domain/json.js';

/** A problem as Cedar reports it. The message may quote a request's values, so it is shown for policies and schemas alone. */
export interface CedarProblem {
  readonly message: string;
  readonly help?: string | null;
  readonly sourceLocations?: readonly { readonly start: number; readonly end: number }[];
}

/** Names an entity. */
export interface CedarUid {
  readonly type: string;
  readonly id: string;
}

/** An entity in Cedar's JSON format. */
export interface CedarEntity {
  readonly uid: CedarUid;
  readonly attrs: JsonObject;
  readonly parents: readonly CedarUid[];
  readonly tags?: JsonObject;
}

/** One policy in Cedar's JSON format, as far as it is read. */
export interface CedarPolicyJson {
  readonly effect: 'permit' | 'forbid';
  readonly action: object;
  readonly conditions: readonly object[];
  readonly annotations?: { readonly [name: string]: string | null };
}

export interface CedarFailure {
  readonly type: 'failure';
  readonly errors: readonly CedarProblem[];
}

interface PolicyProblem {
  readonly policyId: string;
  readonly error: CedarProblem;
}

/** A Cedar schema in its JSON format, by namespace. */
export interface CedarSchema {
  readonly [namespace: string]: { readonly entityTypes?: object; readonly actions?: object };
}

type Policies = { readonly staticPolicies: { readonly [id: string]: string } };
type Parsed = { readonly type: 'success' } | CedarFailure;

/** A request to policies that Cedar holds parsed. */
export interface CedarRequest {
  readonly principal: object;
  readonly action: object;
  readonly resource: object;
  readonly context: object;
  readonly entities: readonly object[];
  readonly preparsedPolicySetId: string;
  readonly preparsedSchemaName?: string;
  readonly validateRequest?: boolean;
}

export type CedarAnswer =
  | {
      readonly type: 'success';
      readonly response: {
        readonly decision: 'allow' | 'deny';
        readonly diagnostics: {
          readonly reason: readonly string[];
          readonly errors: readonly PolicyProblem[];
        };
      };
    }
  | CedarFailure;

/** The part of `@cedar-policy/cedar-wasm` that is used. */
export interface CedarModule {
  policySetTextToParts(text: string):
    | {
        readonly type: 'success';
        readonly policies: readonly string[];
        readonly policy_templates: readonly string[];
      }
    | CedarFailure;
  policyToJson(policy: string): { readonly type: 'success'; readonly json: CedarPolicyJson } | CedarFailure;
  schemaToJson(schema: string): { readonly type: 'success'; readonly json: CedarSchema } | CedarFailure;
  checkParseSchema(schema: string | CedarSchema): Parsed;
  checkParseEntities(call: { entities: readonly object[]; schema?: string | CedarSchema | null }): Parsed;
  preparseSchema(name: string, schema: string | CedarSchema): Parsed;
  preparsePolicySet(id: string, policies: Policies): Parsed;
  validate(call: { schema: string | object; policies: object }):
    | {
        readonly type: 'success';
        readonly validationErrors: readonly PolicyProblem[];
        readonly validationWarnings: readonly PolicyProblem[];
      }
    | CedarFailure;
  statefulIsAuthorized(call: CedarRequest): CedarAnswer;
}
