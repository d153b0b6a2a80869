import type { EventType, GovernedAgent, SallyportEvent } from '../../../src/index.js';

/** Every event that the agent emits from now on. */
export function hear(agent: GovernedAgent): SallyportEvent[] {
  const heard: SallyportEvent[] = [];
  agent.on('*', (event) => heard.push(event));
  return heard;
}

/** The events of one type among those heard. */
export function only<Type extends EventType>(
  heard: readonly SallyportEvent[],
  type: Type,
): readonly Extract<SallyportEvent, { readonly type: Type }>[] {
  return heard.filter(
    (event): event is Extract<SallyportEvent, { readonly type: Type }> => event.type === type,
  );
}
