const BRAND: unique symbol = Symbol.for('sallyport.error');

/**
 * The base of every error that sallyport throws on purpose. `code` is a literal that programs compare; the message is
 * for people and never holds a payload or a secret. `docs/errors.md` lists every code with what to do.
 */
export class SallyportError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Whether the value is a sallyport error, also one made by another installed copy of the package. */
  static is(value: unknown): value is SallyportError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}

/** An option, argument or declaration is wrong; the message names the field, its shape and the fix. */
export class InvalidOptionError extends SallyportError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('ERR_INVALID_OPTION', message, options);
  }
}

/** The pure core was given an event that the present stage does not take; nothing changed. */
export class UnexpectedEventError extends SallyportError {
  constructor(event: string, where: string) {
    super('ERR_UNEXPECTED_EVENT', `"${event}" cannot happen while ${where}.`);
  }
}

/** Something that decides answered with what is no verdict; the call is refused. */
export class InvalidAnswerError extends SallyportError {
  constructor(who: string, shape: string, expected: string) {
    super('ERR_INVALID_ANSWER', `${who} answered ${shape}; it must answer one of: ${expected}.`);
  }
}

/** An optional package that an adapter stands on is not installed. `code: 'ERR_OPTIONAL_PEER_MISSING'`. */
export class OptionalPeerMissingError extends SallyportError {
  constructor(who: string, peer: string) {
    super(
      'ERR_OPTIONAL_PEER_MISSING',
      `${who} needs the package ${peer}, which is not installed: npm install ${peer}`,
    );
  }
}

/** The class of a thrown value, for reports that must not show what it says. */
export function classOfThrown(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown;
}

/** Text for any thrown value: an Error's message, a string itself, otherwise what shape was thrown. Never throws. */
export function textOfThrown(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message;
    if (typeof thrown === 'string') return thrown === '' ? 'an empty string was thrown' : thrown;
    if (
      typeof thrown === 'object' &&
      thrown !== null &&
      'message' in thrown &&
      typeof thrown.message === 'string'
    ) {
      return thrown.message;
    }
    return `${thrown === undefined || thrown === null ? String(thrown) : `a ${typeof thrown}`} was thrown`;
  } catch {
    return 'something was thrown that cannot be read';
  }
}
