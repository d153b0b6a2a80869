/** A schema as it is handed to ajv: a boolean, or an object that holds known keywords only. */
export type SchemaCopy = boolean | Record<string, unknown>;

/** One schema of a document. */
export interface SchemaNode {
  readonly pointer: string;
  readonly copy: SchemaCopy;
  /** The schemas that stand inside this one, whether applied in place or deeper. */
  readonly parts: SchemaNode[];
  /** The schemas that are applied to the same value as this one; a reference's target among them. */
  readonly inPlace: SchemaNode[];
}

/** A reference that waits for all schemas of the document to be known. */
export interface PendingReference {
  readonly node: SchemaNode;
  readonly keyword: string;
  readonly target: string;
  /** The URI against which the target is read. */
  readonly base: string;
}
