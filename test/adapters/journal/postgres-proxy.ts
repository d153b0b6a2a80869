import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What the line to the server does: carry everything, or break at the next append, before or after the server stored it. */
export type Line = 'whole' | 'breaks before' | 'breaks after';

/** A way to the server that can break: a connection string, and what the line does. */
export interface Proxy {
  readonly connectionString: string;
  line: Line;
  close(): Promise<void>;
}

/** Stands between a journal and the server. An append is known by its statement, which the protocol carries as text. */
export async function startProxy(connectionString: string): Promise<Proxy> {
  const target = new URL(connectionString);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let appended = false;
    const drop = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', drop).on('close', drop);
    }
    near.on('data', (bytes) => {
      const append = bytes.includes('WITH held AS');
      if (append && proxy.line === 'breaks before') return drop();
      appended ||= append;
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      // The server's answer to an append ends with that it is ready again: then it has committed.
      if (appended && proxy.line === 'breaks after') return bytes.includes(READY) ? drop() : undefined;
      near.write(bytes);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(connectionString);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  const proxy: Proxy = {
    connectionString: through.href,
    line: 'whole',
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

/** ReadyForQuery, outside a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
