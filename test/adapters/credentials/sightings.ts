import { inspect } from 'node:util';

/** Every text by which a value can come to be printed, its causes, own properties and aggregated errors included. */
export function everyText(value: unknown): string {
  return [
    inspect(value, {
      depth: Infinity,
      showHidden: true,
      maxStringLength: Infinity,
      maxArrayLength: Infinity,
    }),
    safely(() => JSON.stringify(value)),
    safely(() => String(value)),
    safely(() => inspect(structuredClone(value), { depth: Infinity })),
    ...(value instanceof Error
      ? [value.message, value.stack ?? '', value.cause === undefined ? '' : everyText(value.cause)]
      : []),
  ].join('\n');
}

function safely(show: () => string | undefined): string {
  try {
    return show() ?? '';
  } catch {
    return '';
  }
}

/** What a promise rejects with. Fails when it resolves. */
export async function rejection(
  work: Promise<unknown>,
): Promise<Error & { code?: string; transient?: boolean }> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Error)) throw new Error('an Error was to be thrown, and was not');
  return thrown;
}
