import { SallyportError, textOfThrown } from '../../domain/errors.js';

/** Something that was opened and has to be closed. */
interface Closer {
  readonly name: string;
  readonly close: () => unknown;
}

/** Closing took longer than its limit; the others were closed all the same. */
export class CloseTimeoutError extends SallyportError {
  constructor(name: string, limitMs: number) {
    super('ERR_CLOSE_TIMEOUT', `Closing "${name}" took over ${limitMs} ms and was given up.`);
  }
}

/** Remembers what was opened, in order, and closes all of it in reverse. */
export class Scope {
  readonly #closers: Closer[] = [];
  readonly #limitMs: number;

  /** @param limitMs how long each closer may take */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Takes note of an adapter that can be closed; any other value is let be. */
  add(name: string, value: unknown): void {
    const close = typeof value === 'object' && value !== null && 'close' in value ? value.close : undefined;
    if (typeof close === 'function') this.#closers.push({ name, close: () => close.call(value) as unknown });
  }

  /** @throws AggregateError of everything that could not be closed, after all of it was tried */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const closer of this.#closers.splice(0).reverse()) {
      await within(closer, this.#limitMs).catch((thrown: unknown) => failures.push(thrown));
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `Not closed cleanly: ${failures.map(textOfThrown).join('; ')}`);
  }
}

async function within({ name, close }: Closer, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CloseTimeoutError(name, limitMs)), limitMs);
  });
  try {
    await Promise.race([Promise.resolve().then(close), limit]);
  } finally {
    clearTimeout(timer);
  }
}
