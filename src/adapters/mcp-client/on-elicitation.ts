import type { JsonObject } from '../../domain/json.js';

/** A form that a server wants the user to fill in. The message and the schema are the server's own words. */
export interface ElicitationRequest {
  /** The `name` of the client whose server asks. */
  readonly server: string;
  readonly message: string;
  /** A flat JSON Schema: an object whose properties are primitive. */
  readonly schema: JsonObject;
}

/** What became of the form. What `content` leaves out and the schema has a default for is filled in. */
export interface ElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>>;
}

export type OnElicitation = (request: ElicitationRequest) => Promise<ElicitationAnswer>;
