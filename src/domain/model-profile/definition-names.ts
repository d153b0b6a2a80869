import type { JsonObject } from '../json.js';

/** A schema that is to be written under `$defs`. */
export interface Definition {
  readonly name: string;
  readonly schema: JsonObject;
}

/** Names for the schemas that references mean, in the order in which they are met. */
export class DefinitionNames {
  readonly #names: Map<JsonObject, string> = new Map();
  readonly #taken: Set<string> = new Set();
  readonly #waiting: Definition[] = [];

  /** The schema's name: the last part of the reference that meets it first, in characters that a pointer has unescaped. */
  of(schema: JsonObject, reference: string): string {
    const known = this.#names.get(schema);
    if (known !== undefined) return known;
    const last = reference.slice(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf('#')) + 1);
    const name = this.#free(last.replace(/[^a-zA-Z0-9_.-]+/g, '_').slice(0, 64) || 'root');
    this.#names.set(schema, name);
    this.#taken.add(name);
    this.#waiting.push({ name, schema });
    return name;
  }

  /** The next schema that has a name and was not handed out yet. */
  next(): Definition | undefined {
    return this.#waiting.shift();
  }

  #free(name: string): string {
    if (!this.#taken.has(name)) return name;
    let number = 2;
    while (this.#taken.has(`${name}_${number}`)) number++;
    return `${name}_${number}`;
  }
}
