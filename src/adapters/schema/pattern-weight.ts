const TOKEN = /\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[^]/gu;
const PROPERTY_WEIGHT = 10;

/**
 * About how many instructions an RE2 pattern compiles to, found without compiling it: every atom counts as often as the
 * repeats around it say. Compiling takes time in proportion.
 */
export function patternWeight(re2: string): number {
  const outer: number[] = [];
  let sum = 0;
  let last = 0;
  for (const [token, least, most] of re2.matchAll(TOKEN)) {
    if (token === '(') {
      outer.push(sum);
      sum = 0;
      last = 0;
    } else if (token === ')') {
      last = sum + 1;
      sum = last + (outer.pop() ?? 0);
    } else if (least !== undefined) {
      const times = Math.max(Number(least), Number(most ?? 0));
      const more = last * Math.max(times - 1, 0);
      sum += more;
      last += more;
    } else {
      last = /^\\p\{/i.test(token) ? PROPERTY_WEIGHT : 1;
      sum += last;
    }
  }
  return sum;
}
