import type { JSONRPCErrorResponse, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** The `data` of the error that a transport puts in place of an answer which it cannot hand on, and why it cannot. */
export type UnusableAnswer = {
  readonly 'sallyport.unusable': 'too large' | 'flooded' | 'broken off' | `shape: ${string}`;
};

/** What made an answer unusable. */
export type Unusable =
  | { readonly kind: 'too large' }
  | { readonly kind: 'flooded' }
  | { readonly kind: 'broken off' }
  | { readonly kind: 'shape'; readonly shape: string };

export const TOO_LARGE: UnusableAnswer = { 'sallyport.unusable': 'too large' };

/** More came beside the answer than is read. */
export const FLOODED: UnusableAnswer = { 'sallyport.unusable': 'flooded' };

/** The stream that was to carry the answer ended without one that can be read. */
export const BROKEN_OFF: UnusableAnswer = { 'sallyport.unusable': 'broken off' };

/** The answer has this shape where a result must be an object. */
export function badShape(shape: string): UnusableAnswer {
  return { 'sallyport.unusable': `shape: ${shape}` };
}

/** The error that stands in place of the answer to a request. */
export function unusable(id: RequestId, data: UnusableAnswer): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: -32_603, message: 'The answer cannot be used.', data } };
}

/** What made an answer unusable; undefined for an error of another kind. */
export function whyUnusable(data: unknown): Unusable | undefined {
  const why =
    typeof data === 'object' && data !== null && 'sallyport.unusable' in data
      ? data['sallyport.unusable']
      : undefined;
  if (why === 'too large' || why === 'flooded' || why === 'broken off') return { kind: why };
  return typeof why === 'string' && why.startsWith('shape: ')
    ? { kind: 'shape', shape: why.slice(7) }
    : undefined;
}
