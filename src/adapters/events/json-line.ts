import { escapeJsonText } from '../../domain/terminal-text.js';

/**
 * An event as one line of JSON without its line end, safe to print. Never throws: an event that JSON cannot hold becomes a
 * line that says so.
 */
export function jsonLine(event: { readonly type: string }): string {
  try {
    return escapeJsonText(JSON.stringify(event));
  } catch {
    return escapeJsonText(JSON.stringify({ type: event.type, unreadable: 'the event is not JSON' }));
  }
}
