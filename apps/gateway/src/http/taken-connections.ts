import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionLimit } from './connection-limit.js';
import { originOf } from './connection-origin.js';
import { loopTurns } from './loop-turns.js';
import type { NewConnections } from './new-connections.js';
import { endQuietly } from './quiet-ends.js';
import type { WaitingConnections } from './waiting-connections.js';
import { refuseConnection } from './wire-refusal.js';

/** So many wait in the kernel to be accepted: whoever does not find room there waits for seconds. */
export const mostUnaccepted = 4096;

interface TakenConnections {
  /** Whether clients have to speak TLS. */
  tls?: object | undefined;
  /** Open connections of one address. */
  connections: number;
  /** Proxies before the door. */
  trustedProxies: readonly string[];
  /** Counts the connections, where other doors share it. */
  limit?: ConnectionLimit;
}

/** Lets in as many as may be, and has them be read when it is their turn. */
export const takeConnections = (
  server: Server,
  waiting: WaitingConnections,
  arrivals: NewConnections,
  {
    tls,
    connections,
    trustedProxies,
    limit = new ConnectionLimit(connections, trustedProxies),
  }: TakenConnections,
): void => {
  // Who waits for his turn fills no memory meanwhile. An option of other servers of Node only, which all have.
  Object.assign(server, { pauseOnConnect: true });
  const read = ownListeners(server, 'connection');
  const readSecured = ownListeners(server, 'secureConnection');
  server.on('connection', (socket: Socket) => {
    loopTurns.accepted();
    arrivals.accepted();
    // It was cut before it was accepted: nobody waits for an answer, and nobody knows who asks.
    if (socket.remoteAddress === undefined) return void socket.destroy();
    const leave = limit.admit(socket.remoteAddress);
    if (leave) {
      socket.once('close', leave);
      waiting.arrived(socket, tls !== undefined);
      // Nobody else hears of it until it is read.
      socket.on('error', () => undefined);
      arrivals.come(originOf(socket, trustedProxies), () => {
        if (socket.destroyed) return false;
        read(socket);
        if (!tls) socket.resume();
        return true;
      });
    }
    // Words that are not in TLS would help nobody.
    else if (tls) socket.destroy();
    else refuseConnection(socket);
  });
  server.on('secureConnection', (socket: Socket) => {
    waiting.secured(socket);
    socket.on('error', () => undefined);
    readSecured(socket);
    socket.resume();
  });
};

/** Those of Node, taken off: when they are called they hear of a connection. */
const ownListeners = (server: Server, event: string): ((socket: Socket) => void) => {
  const own = server.listeners(event);
  server.removeAllListeners(event);
  return (socket) =>
    endQuietly(socket, () => {
      for (const listener of own) listener.call(server, socket);
    });
};
