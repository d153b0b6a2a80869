import type { SallyportEvent } from '../../domain/events.js';

/** What a run came to, counted from its events. */
export interface Tally {
  readonly calls: number;
  readonly denials: number;
  readonly asks: number;
  /** UTF-16 code units that the ceiling kept out of the model's window. */
  readonly charsKeptOut: number;
}

/** Counts as events come by. */
export class TallyCounter {
  #calls = 0;
  #denials = 0;
  #asks = 0;
  #charsKeptOut = 0;

  count(event: SallyportEvent): void {
    if (event.type === 'sallyport.middleware.decided' && event.outcome === 'ask') this.#asks++;
    if (event.type !== 'sallyport.stream.tool_end') return;
    this.#calls++;
    if (event.status === 'refused' || event.status === 'halted') this.#denials++;
    this.#charsKeptOut += Math.max(0, (event.charsBefore ?? 0) - (event.charsAfter ?? 0));
  }

  get tally(): Tally {
    return { calls: this.#calls, denials: this.#denials, asks: this.#asks, charsKeptOut: this.#charsKeptOut };
  }
}
