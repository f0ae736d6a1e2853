import type { Socket } from 'node:net';
import { log } from '@holdfast/platform/observability';
import type { AuthContext, Connection, PublicKeyAuthContext, Session } from 'ssh2';
import { contextOfAddress } from '../http/call-context.js';
import { cutAfterFarewell, farewell } from '../http/farewell.js';
import { askedRepository, type TalkedKind } from './asked-repository.js';
import { watchIntake } from './channel-intake.js';
import { ChannelWriter } from './channel-writer.js';
import type { ConnectionShares } from './connection-shares.js';
import type { ConversationParts } from './conversation-parts.js';
import { Conversation } from './conversation.js';
import { endChannel } from './end-channel.js';
import { KeyLogin, type KnownKey } from './key-login.js';
import type { LoginTurns } from './login-turns.js';
import { greeting } from './greeting.js';
import { HeldKey } from './held-key.js';
import type { HoldersNow } from './holders-now.js';
import { KeyExchanges } from './key-exchanges.js';
import { takesPackets } from './packet-size.js';
import { sendAway } from './send-away.js';
import { onRequest, type SessionRequest } from './session-requests.js';
import { ToldChanges, type ToldTags } from './told-changes.js';
import type { Traffic } from './traffic.js';

export interface SshDoorParts extends ConversationParts {
  kinds: readonly TalkedKind[];
  /** The only user name. */
  user: string;
}

export interface ConnectionParts extends SshDoorParts {
  logins: LoginTurns;
  shares: ConnectionShares;
  holders: HoldersNow;
  /** A connection on which nothing goes on is ended after so long (ms). */
  idle: number;
}

/**
 * Tries of one connection that are refused, as OpenSSH has it; and its questions altogether, each key being shown and
 * signed with.
 */
const mostRefused = 6;
const mostAsked = 2 * mostRefused + 1;
/** Sessions of one connection: at a time, and altogether. */
const mostSessions = 10;
const mostEver = 10_000;

/** Who has connected. */
export interface SshClient {
  socket: Socket;
  address: string;
  traffic: Traffic;
  /** Is called once. */
  loggedIn: () => void;
}

/** One client: its login, its sessions, and what ends them. */
export class SshConnection {
  private readonly login: KeyLogin;
  /** None: it has not logged in. */
  private key: HeldKey | undefined;
  private readonly conversations = new Set<Conversation>();
  private readonly sessions = new Set<Session>();
  private readonly exchanges = new KeyExchanges();
  private readonly changes = new ToldChanges(() => this.judgeAnew());
  /** Conversations that something was told of, and that are not judged yet. */
  private readonly told = new Set<Conversation>();
  private opened = 0;
  private asked = 0;
  private refused = 0;
  private isAsking = false;
  /** Something was told while it was asked whose key it is. */
  private isDoubtful = false;
  private readonly gone: Promise<void>;
  private timer: NodeJS.Timeout | undefined;
  private isLeaving = false;

  constructor(
    private readonly client: Connection,
    private readonly arrival: SshClient,
    private readonly parts: ConnectionParts,
  ) {
    const { socket, address } = arrival;
    this.login = new KeyLogin(parts.sessions, parts.user);
    client.on('handshake', () => {
      const carried = socket.bytesRead + socket.bytesWritten;
      if (!this.exchanges.mayBe(this.key !== undefined, carried)) socket.destroy();
    });
    client.on('authentication', (asked) => void this.authenticate(asked));
    client.on('session', (accept, reject) => {
      if (this.isLeaving || this.sessions.size >= mostSessions || this.opened >= mostEver) reject();
      else this.open(accept());
    });
    // A client that does not keep to the protocol, or has gone: the library ends our side of the connection alone.
    client.on('error', (error) => {
      log.debug({ err: error, address }, 'an SSH connection failed');
      cutAfterFarewell(socket);
    });
    client.once('close', () => this.closed());
    this.gone = new Promise((resolve) => socket.once('close', () => resolve()));
    void this.gone.then(() => this.key?.end());
  }

  /** Something was told to have changed. Where that does not concern it, nothing is promised. */
  changed(told: ToldTags): void {
    if (!this.key) {
      this.login.forget();
      this.isDoubtful = true;
    }
    for (const conversation of this.conversations)
      if (conversation.changed(told)) this.told.add(conversation);
    if (this.key?.changed(told) || this.told.size > 0) this.changes.tell();
  }

  /** Conversations are told why they end before their connection does. */
  private async judgeAnew(): Promise<void> {
    const conversations = [...this.told];
    this.told.clear();
    await Promise.all(conversations.map((conversation) => conversation.judgeAnew()));
    if (this.key && !(await this.key.isStillHeld())) this.end();
  }

  /** Ends it once nothing goes on in it; nothing more is begun. */
  leave(): void {
    this.isLeaving = true;
    if (this.key) this.rest();
    else this.end();
  }

  end(): void {
    this.client.end();
    cutAfterFarewell(this.arrival.socket);
  }

  /** The library hands over the next try when the last is answered. */
  private async authenticate(asked: AuthContext): Promise<void> {
    this.asked += 1;
    if (this.isAsking || this.asked > mostAsked) return this.end();
    if (asked.method === 'none' && this.asked === 1) return this.answer(() => asked.reject(['publickey']));
    this.isAsking = true;
    this.isDoubtful = false;
    const known = isByKey(asked) ? await this.inTurn(asked) : undefined;
    this.isAsking = false;
    if (this.arrival.socket.destroyed) return;
    if (!known) return this.refuse(asked);
    if (known.isProved && !this.enter(known)) return;
    this.answer(() => asked.accept());
  }

  /** A client that has sent what only servers say made the library forget that it has asked: that throws. */
  private answer(say: () => void): void {
    try {
      say();
    } catch (error) {
      log.debug({ err: error, address: this.arrival.address }, 'an SSH login could not be answered');
      this.arrival.socket.destroy();
    }
  }

  /** Its client has logged in, unless those whose key it has have connections enough. */
  private enter(known: KnownKey): boolean {
    const { loggedIn, traffic } = this.arrival;
    const { shares, holders } = this.parts;
    const share = shares.admit(known.holders);
    if (typeof share === 'string') {
      sendAway(this.client, 'crowded', share);
      this.end();
      return false;
    }
    this.key = new HeldKey(known, { holders, share, traffic, again: () => this.changes.tell() });
    loggedIn();
    this.rest();
    if (this.isDoubtful) this.changed(undefined);
    return true;
  }

  private inTurn(asked: PublicKeyAuthContext): Promise<KnownKey | undefined> {
    const { address, socket } = this.arrival;
    const turn = { address, gone: () => this.gone };
    return this.parts.logins.run(turn, () => this.login.of(asked, contextOfAddress(address, socket)));
  }

  private refuse(asked: AuthContext): void {
    this.refused += 1;
    if (this.refused < mostRefused) return this.answer(() => asked.reject(['publickey']));
    // In the words of OpenSSH, with which people search for what to do.
    sendAway(this.client, 'unknown', 'Too many authentication failures');
    this.end();
  }

  private open(session: Session): void {
    this.opened += 1;
    this.sessions.add(session);
    onRequest(session, (request) => {
      if (!takesPackets(request.channel)) return this.end();
      const conversation = this.take(request);
      const { socket, traffic } = this.arrival;
      watchIntake(request.channel, conversation, {
        came: (bytes) => traffic.came(bytes),
        tooMuch: () => socket.destroy(),
      });
      if (conversation) session.once('close', () => this.drop(conversation));
    });
    session.once('close', () => this.sessions.delete(session));
  }

  private take({ channel, command, environment }: SessionRequest): Conversation | undefined {
    const { key, parts, client, arrival } = this;
    const asked = command === undefined ? undefined : askedRepository(parts.kinds, command, environment);
    channel.on('error', (error: Error) => log.debug({ err: error }, 'an SSH channel failed'));
    channel.stderr.on('error', (error: Error) => log.debug({ err: error }, 'an SSH channel failed'));
    if (!key || !asked) {
      endChannel(channel, 1, greeting(key?.holders ?? [], parts.kinds));
      return undefined;
    }
    const writer = new ChannelWriter(client, arrival.socket, channel);
    const ctx = contextOfAddress(arrival.address, arrival.socket);
    const conversation = new Conversation(parts, asked, key.fingerprint, channel, writer, ctx);
    clearTimeout(this.timer);
    this.conversations.add(conversation);
    void conversation.carryOut().then(() => this.drop(conversation));
    return conversation;
  }

  private drop(conversation: Conversation): void {
    conversation.gone();
    this.conversations.delete(conversation);
    this.told.delete(conversation);
    this.rest();
  }

  /** Sessions that ask for nothing do not count: who had one open kept his connection for ever. */
  private rest(): void {
    clearTimeout(this.timer);
    if (this.conversations.size === 0 && !this.arrival.socket.destroyed)
      // Who has just heard the end of his conversation hangs up by himself.
      this.timer = setTimeout(() => this.end(), this.isLeaving ? farewell : this.parts.idle).unref();
  }

  private closed(): void {
    for (const conversation of this.conversations) this.drop(conversation);
    this.sessions.clear();
    clearTimeout(this.timer);
  }
}

const isByKey = (asked: AuthContext): asked is PublicKeyAuthContext => asked.method === 'publickey';
