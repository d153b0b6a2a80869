import { SallyportError } from '../domain/errors.js';

const MAX_PLACE = 120;

/** A schema cannot be honoured; the message names the place in it and the reason. `code: 'ERR_INVALID_SCHEMA'`. */
export class InvalidSchemaError extends SallyportError {
  /** JSON pointer of the place inside the schema, cut when it is long; `''` is the schema itself. */
  readonly place: string;

  constructor(place: string, reason: string, options?: { cause?: unknown }) {
    const shown = place.length > MAX_PLACE ? `${place.slice(0, MAX_PLACE)}…` : place;
    super(
      'ERR_INVALID_SCHEMA',
      `The schema cannot be used: at ${shown === '' ? 'its root' : shown}, ${reason}.`,
      options,
    );
    this.place = shown;
  }
}
