import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { log } from '@holdfast/platform/observability';
import ssh2, { type Connection, type Server } from 'ssh2';
import type { ConnectionLimit } from '../http/connection-limit.js';
import { deadlines } from '../http/deadlines.js';
import { isTrusted } from '../http/trusted-proxies.js';
import { hearChanges, type ChangedTags } from '../session/heard-changes.js';
import { algorithms } from './algorithms.js';
import { ConnectionShares, type ShareBounds } from './connection-shares.js';
import { judgeGuesses } from './guessed-exchanges.js';
import { HoldersNow } from './holders-now.js';
import { HostKeyProofs } from './host-key-proofs.js';
import { LateEnd } from './late-end.js';
import { hasOurKey } from './library-insides.js';
import { LoginTurns } from './login-turns.js';
import { PacedSocket } from './paced-socket.js';
import { takeProxyHeader } from './proxy-header.js';
import { ReadingTurns } from './reading-turns.js';
import { nameSignatures } from './signature-names.js';
import { SshConnection, type ConnectionParts, type SshClient, type SshDoorParts } from './ssh-connection.js';
import { Startups, usualStartups, type StartupLimits } from './startups.js';
import { Traffic, TrafficBuckets } from './traffic.js';
import { withoutSha1 } from './without-sha1.js';

export interface SshDoorOptions {
  /** Private host keys. */
  keys: readonly Buffer[];
  /** Counts the connections of each address, those of other doors included. */
  limit: ConnectionLimit;
  /** Connections that have logged in, of accounts and companies. */
  shares: ShareBounds;
  /** Addresses whose PROXY header is believed, at this door. */
  trustedProxies: readonly string[];
  startups?: StartupLimits;
  /** Milliseconds to the first line of the client. */
  patience?: number;
  /** Milliseconds from that line to the end of the login. */
  loginPatience?: number;
  /** Milliseconds after which a connection is ended on which nothing goes on. */
  idle?: number;
  /** Milliseconds after which a client that has logged in and says nothing is asked whether it is still there. */
  keepAlive?: number;
  /** Milliseconds that conversations have left when the door closes. */
  grace?: number;
}

/** A connection, from its first moment on. */
interface Arrival extends SshClient {
  /** Its client, once it has said that it speaks the protocol. */
  client?: Connection;
  /** Ends it where it is not over, or put off again, in so many milliseconds. */
  putOff(milliseconds: number): void;
}

/** Somebody compares a fingerprint meanwhile, says what opens his key, or touches it (ms; OpenSSH gives 120 s). */
const usualLogin = 60_000;
const usualKeepAlive = 30_000;
/** A client is asked in vain so many times. */
const mostUnanswered = 3;
const usualIdle = 300_000;
/** A process that ends has ten seconds for all of it (ms). */
const usualGrace = 5_000;
const farewell = 2_000;

/** The door for conversations over SSH: takes connections in, and lets go of those that lost their right. */
export class SshDoor {
  private readonly listener: NetServer;
  private readonly server: Server;
  private readonly startups: Startups;
  private readonly turns = new ReadingTurns();
  private readonly buckets = new TrafficBuckets();
  private readonly patience: number;
  /** By numbers of ours. */
  private readonly arrivals = new Map<number, Arrival>();
  private arrived = 0;
  private readonly sockets = new Set<Socket>();
  private readonly open = new Set<SshConnection>();

  constructor(
    private readonly parts: SshDoorParts,
    private readonly options: SshDoorOptions,
  ) {
    const { keys, shares, startups = usualStartups, patience = deadlines.head } = options;
    this.startups = new Startups(startups);
    this.patience = patience;
    const own: ConnectionParts = {
      ...parts,
      logins: new LoginTurns(),
      shares: new ConnectionShares(shares),
      holders: new HoldersNow(parts.sessions),
      idle: options.idle ?? usualIdle,
    };
    const proofs = new HostKeyProofs(keys);
    const offerSafely = withoutSha1();
    const asking = {
      keepaliveInterval: options.keepAlive ?? usualKeepAlive,
      keepaliveCountMax: mostUnanswered,
    };
    this.server = new ssh2.Server({ hostKeys: [...keys], algorithms, ident: 'Holdfast', ...asking });
    this.server.on('connection', (client, { port }) => {
      const arrival = this.arrivals.get(port);
      if (!arrival) {
        client.on('error', () => undefined);
        return void client.end();
      }
      arrival.client = client;
      arrival.putOff(options.loginPatience ?? usualLogin);
      offerSafely(client);
      nameSignatures(client);
      judgeGuesses(client);
      client.once('ready', () => proofs.tell(client));
      const { socket } = arrival;
      const connection = new SshConnection(client, arrival, own);
      this.open.add(connection);
      socket.once('close', () => this.open.delete(connection));
    });
    this.listener = createServer({ noDelay: true }, (socket) => this.arrive(socket));
    hearChanges(parts.rpc, (tags) => this.changed(tags));
  }

  async listen(port: number, host: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.listener.once('error', reject);
      this.listener.listen(port, host, resolve);
    });
    this.listener.on('error', (error) => log.error({ err: error }, 'the SSH door failed'));
  }

  /** The port that it listens on. */
  get port(): number {
    const address = this.listener.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** How many are open. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Takes nobody in any more. What goes on has a moment to come to its end. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.listener.close(resolve));
    for (const { socket, client } of this.arrivals.values()) if (!client) socket.destroy();
    for (const connection of this.open) connection.leave();
    const end = setTimeout(() => {
      for (const connection of this.open) connection.end();
    }, this.options.grace ?? usualGrace);
    const cut = setTimeout(
      () => {
        for (const socket of this.sockets) socket.destroy();
      },
      (this.options.grace ?? usualGrace) + farewell,
    );
    await closed;
    clearTimeout(end);
    clearTimeout(cut);
  }

  private arrive(socket: Socket): void {
    const peer = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
    const leave = this.options.limit.admit(peer, this.options.trustedProxies);
    socket.on('error', (error) => log.debug({ err: error, address: peer }, 'an SSH connection broke'));
    if (!leave) return void socket.destroy();
    const end = new LateEnd(() => socket.destroy(), this.patience);
    this.sockets.add(socket);
    socket.once('close', () => {
      end.never();
      this.sockets.delete(socket);
      leave();
    });
    if (!isTrusted(this.options.trustedProxies, peer)) return this.begin(socket, peer, end);
    takeProxyHeader(socket).then(
      (address = peer) => this.begin(socket, address, end),
      () => socket.destroy(),
    );
  }

  private begin(socket: Socket, address: string, end: LateEnd): void {
    const number = (this.arrived += 1);
    const hasSpoken = (): boolean => hasOurKey(this.arrivals.get(number)?.client);
    const left = this.startups.admit(address, () => socket.destroy(), hasSpoken);
    if (!left || socket.destroyed) {
      left?.();
      return void socket.destroy();
    }
    const loggedIn = (): void => {
      end.never();
      left();
    };
    const traffic = new Traffic(this.buckets, address);
    const paced = new PacedSocket(socket, this.turns.from(address), traffic, number);
    const putOff = (milliseconds: number): void => end.putOff(milliseconds);
    this.arrivals.set(number, { socket, traffic, address, loggedIn, putOff });
    socket.once('close', () => {
      left();
      this.arrivals.delete(number);
    });
    // It takes any stream of both directions; its type has only the usual one.
    this.server.injectSocket(paced as unknown as Socket);
  }

  /** Each connection only looks whether it is concerned: many may be told of much, again and again. */
  private changed(tags: ChangedTags): void {
    const told = tags && new Set(tags);
    for (const connection of this.open) connection.changed(told);
  }
}
