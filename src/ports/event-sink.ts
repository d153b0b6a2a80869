import type { SallyportEvent } from '../domain/events.js';

/**
 * Where events go: a console, a file, a telemetry exporter.
 *
 * Laws:
 * - `emit` returns at once and never throws into a run.
 * - Events are delivered in the order in which they were emitted.
 * - `flush()` resolves when everything emitted so far has reached its destination or is given up with a warning.
 */
export interface EventSink {
  readonly id: string;
  emit(event: SallyportEvent): void;
  flush?(): Promise<void>;
  close?(): Promise<void>;
}
