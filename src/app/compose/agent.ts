import { memoryJournal } from '../../adapters/journal/memory.js';
import { realClock } from '../../adapters/clock/real.js';
import { ajvSchemas } from '../../adapters/schema/ajv.js';
import { AgentBuilder } from '../agent-builder.js';
import type { AgentOptions } from '../agent-options.js';

/**
 * Starts an agent that runs in this process alone: recordings in memory, the machine's clock, no events but those
 * subscribed to. An environment made by `compose` has its own `agent()`.
 *
 * @throws InvalidOptionError naming the option that is wrong
 */
function create(options: AgentOptions): AgentBuilder {
  return new AgentBuilder(options, {
    journal: memoryJournal(),
    clock: realClock(),
    schemas: ajvSchemas(),
    events: [],
  });
}

export const Agent: { readonly create: typeof create } = { create };
