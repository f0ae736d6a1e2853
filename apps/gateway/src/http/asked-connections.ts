import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Kept {
  /** Answers that are not over. */
  open: number;
  /** When the last one was (ms), and how much had come by then. */
  since: number;
  read: number;
}

/** The connections of a door over which something was asked: it closes them without cutting off who asks again. */
export class AskedConnections {
  private readonly kept = new Map<Socket, Kept>();
  private readonly unanswered = new Set<ServerResponse>();
  private isClosing = false;

  /** To be called of every request. */
  asked({ socket }: IncomingMessage, response: ServerResponse): void {
    const kept = this.kept.get(socket) ?? this.keep(socket);
    kept.open += 1;
    if (this.isClosing) response.shouldKeepAlive = false;
    this.unanswered.add(response);
    response.once('close', () => {
      this.unanswered.delete(response);
      kept.open -= 1;
      kept.since = performance.now();
      kept.read = socket.bytesRead;
    });
  }

  /** Answers that have not begun are the last of their connections, and so are all that follow. */
  close(): void {
    this.isClosing = true;
    for (const response of this.unanswered) if (!response.headersSent) response.shouldKeepAlive = false;
  }

  /** Ends those over which nothing has come for so long (ms) since their last answer. */
  endIdle(milliseconds: number): void {
    const before = performance.now() - milliseconds;
    for (const [socket, { open, since, read }] of this.kept)
      if (open === 0 && since <= before && socket.bytesRead === read) socket.destroy();
  }

  private keep(socket: Socket): Kept {
    const kept = { open: 0, since: 0, read: 0 };
    this.kept.set(socket, kept);
    socket.once('close', () => this.kept.delete(socket));
    return kept;
  }
}

const doors = new WeakMap<Server, AskedConnections>();

/** Those of a door. */
export const connectionsOf = (server: Server): AskedConnections => {
  const known = doors.get(server) ?? new AskedConnections();
  doors.set(server, known);
  return known;
};
