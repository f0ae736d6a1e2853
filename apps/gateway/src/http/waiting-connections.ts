import type { Socket } from 'node:net';
import { originOf, peerOf } from './connection-origin.js';
import { NetworkCrowd } from './network-crowd.js';

/** Most connections whose clients owe the head of a request, or the beginning of its body. Each takes 8 to 40 KiB. */
export const mostWaiting = 4096;

/**
 * The connections on which nothing is done because their clients have to say something: new ones, those whose head or
 * small body is not whole, and idle ones. If there are too many, one is closed of the network that has the most, there
 * of the address, the one that waits longest: who means to ask something does so at once. Proxies carry many clients:
 * each of their connections counts as if it came from a network of its own.
 */
export class WaitingConnections {
  private readonly waiting = new NetworkCrowd<Socket>();
  /** Those that do not speak TLS yet, by their peers. */
  private readonly bare = new Map<string, Socket>();

  /** `proxies`: whose connections carry many clients. */
  constructor(
    private readonly most: number,
    private readonly proxies: readonly string[],
  ) {}

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
    this.waiting.add(originOf(socket, this.proxies), socket);
    if (this.waiting.size > this.most) this.waiting.takeOldest()?.destroy();
  }

  /** It is our turn. */
  remove(socket: Socket): void {
    this.waiting.remove(originOf(socket, this.proxies), socket);
  }
}
