/** The `data` of the error that a transport puts in place of an answer which it cannot hand on, and why it cannot. */
export type UnusableAnswer = { readonly 'sallyport.unusable': 'too large' | `shape: ${string}` };

export const TOO_LARGE: UnusableAnswer = { 'sallyport.unusable': 'too large' };

/** The answer has this shape where a result must be an object. */
export function badShape(shape: string): UnusableAnswer {
  return { 'sallyport.unusable': `shape: ${shape}` };
}

/** What made an answer unusable: its size, or its shape in words; undefined for an error of another kind. */
export function whyUnusable(
  data: unknown,
): { readonly tooLarge: true } | { readonly shape: string } | undefined {
  const why =
    typeof data === 'object' && data !== null && 'sallyport.unusable' in data
      ? data['sallyport.unusable']
      : undefined;
  if (why === TOO_LARGE['sallyport.unusable']) return { tooLarge: true };
  return typeof why === 'string' && why.startsWith('shape: ') ? { shape: why.slice(7) } : undefined;
}
