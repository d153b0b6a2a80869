import { SallyportError } from '../../../src/index.js';

/** What the promise rejects with; a promise that resolves is the failure. */
export async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (thrown) {
    return thrown;
  }
  throw new Error('nothing was thrown');
}

/** The code of the sallyport error that the promise rejects with; `'no code: …'` for any other error. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  const thrown = await thrownBy(promise);
  return SallyportError.is(thrown) ? thrown.code : `no code: ${String(thrown)}`;
}
