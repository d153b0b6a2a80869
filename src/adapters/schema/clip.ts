/** The text, cut to `max` UTF-16 code units with an ellipsis in place of the rest. */
export function clip(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
