import type { Socket } from 'node:net';

/** Most connections whose clients owe the head of a request, or the beginning of its body. Each takes 8 to 40 KiB. */
export const mostWaiting = 4096;

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * The connections on which nothing is done because their clients have to say something: new ones, those whose head or
 * small body is not whole, and idle ones. If there are too many, the one is closed that waits longest: who means to ask
 * something does so at once.
 */
export class WaitingConnections {
  private readonly waiting = new Set<Socket>();
  /** Those that do not speak TLS yet, by their peers. */
  private readonly bare = new Map<string, Socket>();

  constructor(private readonly most: number) {}

  /** A connection has come; `secure`: it has to speak TLS. */
  arrived(socket: Socket, secure: boolean): void {
    const peer = secure ? peerOf(socket) : undefined;
    if (peer !== undefined) this.bare.set(peer, socket);
    socket.once('close', () => {
      this.remove(socket);
      if (peer !== undefined && this.bare.get(peer) === socket) this.bare.delete(peer);
    });
    this.add(socket);
  }

  /** A connection that has come speaks TLS now. */
  secured(socket: Socket): void {
    const bare = this.bare.get(peerOf(socket));
    if (bare) this.remove(bare);
    socket.once('close', () => this.remove(socket));
    this.add(socket);
  }

  /** Its client has to say something, from now on. */
  add(socket: Socket): void {
    if (socket.destroyed) return;
    this.waiting.delete(socket);
    this.waiting.add(socket);
    if (this.waiting.size <= this.most) return;
    const [longest] = this.waiting;
    this.waiting.delete(longest);
    longest.destroy();
  }

  /** It is our turn. */
  remove(socket: Socket): void {
    this.waiting.delete(socket);
  }
}
