import { InvalidSchemaError } from '../../ports/schema-errors.js';
import { clip } from './clip.js';
import { pointerTo } from './pointer.js';

/** The URI of a document that gives itself none. The `.invalid` domain can never be fetched. */
export const ROOT_URI = 'https://schema.invalid/';

type Source = { readonly [key: string]: unknown };

/** The names under which the schemas of one document can be referred to. Nothing outside the document has one. */
export class SchemaUris {
  readonly #resources: Map<string, string> = new Map([[ROOT_URI, '']]);
  readonly #anchors: Map<string, string> = new Map();

  /** Notes a schema's `$id` and anchors, and returns the URI against which the references inside it are read. */
  enter(source: Source, pointer: string, outerBase: string): string {
    const id = source['$id'];
    let base = outerBase;
    if (typeof id === 'string' && id.startsWith('#')) this.#anchor(id.slice(1), base, pointer);
    else if (id !== undefined) base = this.#resource(id, pointer, outerBase);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = source[keyword];
      if (typeof name === 'string') this.#anchor(name, base, pointer);
    }
    return base;
  }

  /** Whether the document is one whole, with no other document bundled into it. */
  get single(): boolean {
    return new Set(this.#resources.values()).size === 1;
  }

  /** The pointer of what a reference means, or `undefined` when it is not in this document. */
  find(reference: string, base: string): string | undefined {
    const uri = resolve(reference, base);
    if (uri === undefined) return undefined;
    const [resource = '', fragment = ''] = splitAtHash(uri);
    const root = this.#resources.get(resource);
    const name = decode(fragment);
    if (root === undefined || name === undefined) return undefined;
    if (name === '' || name.startsWith('/')) return root + name;
    return this.#anchors.get(`${resource}#${name}`);
  }

  #resource(id: unknown, pointer: string, outerBase: string): string {
    const place = pointerTo(pointer, '$id');
    const uri = typeof id === 'string' ? resolve(id, outerBase) : undefined;
    if (uri === undefined) throw new InvalidSchemaError(place, 'it is not a URI');
    const [resource = ''] = splitAtHash(uri);
    const known = this.#resources.get(resource);
    if (known !== undefined && known !== pointer) {
      throw new InvalidSchemaError(
        place,
        `another schema of the document has the same id "${clip(resource, 80)}"`,
      );
    }
    this.#resources.set(resource, pointer);
    return resource;
  }

  #anchor(name: string, base: string, pointer: string): void {
    const key = `${base}#${name}`;
    const known = this.#anchors.get(key);
    if (known !== undefined && known !== pointer) {
      throw new InvalidSchemaError(
        pointer,
        `another schema of the document has the same anchor "${clip(name, 80)}"`,
      );
    }
    this.#anchors.set(key, pointer);
  }
}

function splitAtHash(uri: string): readonly string[] {
  const at = uri.indexOf('#');
  return at < 0 ? [uri, ''] : [uri.slice(0, at), uri.slice(at + 1)];
}

function resolve(reference: string, base: string): string | undefined {
  if (reference.startsWith('#')) return base + reference;
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
