import { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Connects, and can end what is still connecting: undici leaves that alone until its time is over. */
export interface ConnectingSockets {
  readonly connect: buildConnector.connector;
  destroy(): void;
}

/** @param connector does the connecting, and returns the socket that it does it with */
export function connectingSockets(connector: buildConnector.connector): ConnectingSockets {
  const connecting = new Set<Socket>();
  return {
    connect: (options, callback) => {
      const socket: unknown = Reflect.apply(connector, undefined, [options, callback]);
      if (!(socket instanceof Socket)) return;
      connecting.add(socket);
      socket.once('close', () => connecting.delete(socket));
    },
    destroy: () => {
      for (const socket of connecting) socket.destroy();
    },
  };
}
