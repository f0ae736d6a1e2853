import type { BytePeers, PeerPort } from '@holdfast/platform/byte-ports';
import { UpstreamConnection } from './upstream-connection.js';

/**
 * Connections are used again while they are fresh: an idle one is closed here after so many ms, long before the other
 * side would (60 s, and 5 by Node's default), so that no body is sent into a connection that is being closed.
 */
export const freshFor = 3_000;
/** Of one port. */
const mostIdle = 64;

/** The connections to byte processes that wait for their next use. */
export class Connections {
  private readonly idle = new Map<string, UpstreamConnection[]>();

  private readonly hearers: (() => void)[] = [];

  constructor(public peers: BytePeers) {}

  /**
   * `hear` is told when a byte process may have gone, or been replaced: when one ended a connection or knows us no
   * more.
   */
  onEnd(hear: () => void): void {
    this.hearers.push(hear);
  }

  /** Says so. */
  ended(): void {
    for (const hear of this.hearers) hear();
  }

  /** The one that was used last, or a new one. */
  take(to: PeerPort): UpstreamConnection {
    const found = this.idle.get(keyOf(to))?.pop();
    if (!found) return this.open(to);
    found.socket.setTimeout(0).removeAllListeners('timeout').ref();
    return found.socket.writable ? found : this.take(to);
  }

  /** Takes back a connection on which an exchange came to its end. */
  give(to: PeerPort, connection: UpstreamConnection): void {
    const { socket } = connection;
    const key = keyOf(to);
    const waiting = this.idle.get(key) ?? [];
    if (socket.destroyed || waiting.length >= mostIdle) {
      socket.destroy();
      return;
    }
    connection.listen(undefined);
    waiting.push(connection);
    this.idle.set(key, waiting);
    socket.setTimeout(freshFor, () => socket.destroy()).unref();
    connection.readOn();
  }

  private open(to: PeerPort): UpstreamConnection {
    const connection = new UpstreamConnection(to, this.peers.connecting(to));
    const { socket } = connection;
    socket.once('close', () => this.forget(keyOf(to), connection));
    for (const event of ['end', 'error']) socket.once(event, () => this.ended());
    return connection;
  }

  private forget(key: string, connection: UpstreamConnection): void {
    const waiting = this.idle.get(key);
    const at = waiting?.indexOf(connection) ?? -1;
    if (at >= 0) waiting?.splice(at, 1);
    if (waiting?.length === 0) this.idle.delete(key);
  }
}

const keyOf = ({ secure, host, port }: PeerPort): string => `${secure ? 'https' : 'http'}://${host}:${port}`;
