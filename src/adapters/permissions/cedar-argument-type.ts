import type { Json, JsonObject } from '../../domain/json.js';
import { cedarKey, type ArgumentField, type ArgumentType } from './cedar-value.js';

const TEXT: ArgumentType = { kind: 'text' };
const PLAIN: ReadonlyMap<unknown, ArgumentType> = new Map<unknown, ArgumentType>([
  ['string', { kind: 'String' }],
  ['integer', { kind: 'Long' }],
  ['boolean', { kind: 'Boolean' }],
  ['number', { kind: 'decimal' }],
]);
/** The bounds of what is typed of a tool that a stranger may have written; beyond them an argument is text. */
const MAX_DEPTH = 16;
const MAX_TYPES = 2_000;

/** Where a type stands in its document. */
interface Place {
  readonly root: JsonObject;
  readonly depth: number;
  readonly spent: { types: number };
}

/** The record that a tool's arguments are, by its JSON Schema. */
export function argumentsType(root: JsonObject): ArgumentType {
  return recordOf(resolved(root, root) ?? root, { root, depth: 0, spent: { types: 0 } });
}

/** A type as a Cedar schema writes it. `text` is a String: the value itself when it is text, otherwise its JSON. */
export function cedarType(type: ArgumentType): JsonObject {
  if (type.kind === 'decimal') return { type: 'Extension', name: 'decimal' };
  if (type.kind === 'text') return { type: 'String' };
  if (type.kind === 'set') return { type: 'Set', element: cedarType(type.element) };
  if (type.kind !== 'record') return { type: type.kind };
  const attributes = [...type.fields].map(([name, { type: of, required }]) => {
    return [cedarKey(name), { ...cedarType(of), required }] as const;
  });
  return { type: 'Record', attributes: Object.fromEntries(attributes) };
}

/** What Cedar cannot type (a union, a map, a recursion) is text, so that a policy can still name every argument. */
function typeOf(schema: Json | undefined, place: Place): ArgumentType {
  const inside: Place = { ...place, depth: place.depth + 1 };
  if (!isObject(schema) || inside.depth > MAX_DEPTH || ++place.spent.types > MAX_TYPES) return TEXT;
  const { $ref, anyOf, oneOf, allOf, not } = schema;
  if ($ref !== undefined) return typeOf(resolved(schema, place.root), inside);
  if (allOf !== undefined || not !== undefined) return TEXT;
  const union = anyOf ?? oneOf;
  if (union !== undefined) {
    const arms = Array.isArray(union) ? (union as readonly Json[]).filter((arm) => !isNull(arm)) : [];
    return schema['type'] === undefined && arms.length === 1 ? typeOf(arms[0], inside) : TEXT;
  }
  const [type, ...others] = typesOf(schema).filter((one) => one !== 'null');
  if (others.length > 0) return TEXT;
  if (type === 'object') return isClosed(schema) ? recordOf(schema, inside) : TEXT;
  if (type === 'array') return { kind: 'set', element: typeOf(schema['items'], inside) };
  return PLAIN.get(type) ?? TEXT;
}

function recordOf(schema: JsonObject, place: Place): ArgumentType {
  const { properties, required } = schema;
  const must = new Set(Array.isArray(required) ? (required as readonly Json[]) : []);
  const fields = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, of]): readonly [string, ArgumentField] => {
      return [name, { type: typeOf(of, place), required: must.has(name) && !takesNull(of, place) }];
    },
  );
  return { kind: 'record', fields: new Map(fields) };
}

/** Whether null can stand for the value: it is absent then. Where that cannot be told, it can. */
function takesNull(schema: Json | undefined, { root }: Place): boolean {
  let at = schema;
  for (let depth = 0; depth < MAX_DEPTH && isObject(at) && at['$ref'] !== undefined; depth++) {
    at = resolved(at, root);
  }
  if (!isObject(at) || at['$ref'] !== undefined || at['anyOf'] !== undefined || at['oneOf'] !== undefined) {
    return true;
  }
  const types = typesOf(at);
  return types.length === 0 || types.includes('null');
}

function typesOf({ type }: JsonObject): readonly Json[] {
  if (type === undefined) return [];
  return Array.isArray(type) ? (type as readonly Json[]) : [type];
}

/** The schema that a reference inside the document stands for. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject | undefined {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  let at: Json | undefined = root;
  for (const step of reference.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return isObject(at) ? at : undefined;
}

function isClosed({ properties, additionalProperties, patternProperties }: JsonObject): boolean {
  const open = additionalProperties !== undefined && additionalProperties !== false;
  return isObject(properties) && !open && patternProperties === undefined;
}

function isNull(schema: Json): boolean {
  return isObject(schema) && schema['type'] === 'null';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
