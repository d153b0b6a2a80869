import { mkdir } from 'node:fs/promises';
import { consoleEvents, mcpClient } from '../../providers.js';
import type { Agent } from '../agent.js';
import { compose } from '../compose/compose.js';
import { demoAgent, demoPolicy, fileServer } from './demo/agent.js';
import { demoModel } from './demo/model.js';
import type { CliOptions } from './options.js';
import { TallyCounter, type Tally } from './tally.js';

/** The demo's agent, connected, with the count of what it does. */
export interface DemoSession {
  readonly agent: Agent;
  readonly tally: () => Tally;
}

/** Connects the demo's agent, lets it be used, and closes the server and the journal whatever happens. */
export async function withDemo<T>(
  options: CliOptions,
  use: (session: DemoSession) => Promise<T>,
): Promise<T> {
  const { folder, dataDir, json } = options;
  await mkdir(folder, { recursive: true });
  const events = consoleEvents({ stream: process.stdout, json });
  const app = await compose({
    environment: 'development',
    config: { dataDir },
    rebind: { model: () => demoModel(folder), permissionChecker: demoPolicy, events: () => [events] },
  });
  try {
    const files = await mcpClient({
      name: 'files',
      transport: fileServer(folder),
      onEvent: (event) => events.emit(event),
    });
    try {
      const agent = await demoAgent(app, files, folder);
      const counter = new TallyCounter();
      agent.on('*', (event) => counter.count(event));
      return await use({ agent, tally: () => counter.tally });
    } finally {
      await files.close();
    }
  } finally {
    await app.close();
  }
}
