import type { Socket } from 'node:net';
import { log } from '@holdfast/platform/observability';
import type { AuthContext, Connection, PublicKeyAuthContext, ServerChannel, Session } from 'ssh2';
import { contextOfAddress } from '../http/call-context.js';
import { accountTag, companyTag } from '../session/revoked.js';
import { askedRepository, type TalkedKind } from './asked-repository.js';
import { ChannelWriter } from './channel-writer.js';
import { Conversation, endChannel, type ConversationParts } from './conversation.js';
import { KeyLogin, type KnownKey } from './key-login.js';
import type { LoginTurns } from './login-turns.js';
import { greeting } from './greeting.js';
import { KeyExchanges } from './key-exchanges.js';
import { onRequest, type SessionRequest } from './session-requests.js';

export interface SshDoorParts extends ConversationParts {
  kinds: readonly TalkedKind[];
  /** The only user name. */
  user: string;
}

export interface ConnectionParts extends SshDoorParts {
  logins: LoginTurns;
}

/** Tries of one connection that are refused, as OpenSSH has it; and its questions altogether, each key being shown and signed with. */
const mostRefused = 6;
const mostAsked = 2 * mostRefused + 1;
/** Sessions of one connection: at a time, and altogether. */
const mostSessions = 10;
const mostEver = 10_000;
/** A client that has come to more than its window allows (bytes). */
const mostUnread = 4 << 20;
/** What somebody sends who has not logged in: stock clients come with a few keys and KiB (bytes). */
const mostUnknown = 64 << 10;
/** What it sends before the other side has begun: stock clients are told something first (bytes). */
const mostAhead = 64 << 10;
/** What a client makes us say is not read on while so much of it waits (bytes). */
const mostUnsent = 4 << 20;
/** A connection on which nothing goes on is ended after so long (ms). */
const idle = 300_000;
/** Who is told to go has so long to hang up by himself (ms). */
const farewell = 1_000;

/** One client: its login, its sessions, and what ends them. */
export class SshConnection {
  private readonly login: KeyLogin;
  private known: KnownKey | undefined;
  private readonly conversations = new Set<Conversation>();
  private readonly sessions = new Set<Session>();
  /** With what goes on in them. */
  private readonly channels = new Map<ServerChannel, Conversation | undefined>();
  private readonly exchanges = new KeyExchanges();
  private opened = 0;
  private asked = 0;
  private refused = 0;
  private isAsking = false;
  private readonly gone: Promise<void>;
  private timer: NodeJS.Timeout | undefined;
  private isLeaving = false;

  /** `loggedIn` is called once. */
  constructor(
    private readonly client: Connection,
    private readonly socket: Socket,
    private readonly address: string,
    private readonly parts: ConnectionParts,
    private readonly loggedIn: () => void,
  ) {
    this.login = new KeyLogin(parts.sessions, parts.user);
    client.on('handshake', () => {
      if (!this.exchanges.mayBe(this.known !== undefined)) this.socket.destroy();
    });
    client.on('authentication', (asked) => void this.authenticate(asked));
    client.on('session', (accept, reject) => {
      if (this.isLeaving || this.sessions.size >= mostSessions || this.opened >= mostEver) reject();
      else this.open(accept());
    });
    // A client that does not keep to the protocol, or has gone: the library ends the connection.
    client.on('error', (error) => log.debug({ err: error, address }, 'an SSH connection failed'));
    client.once('close', () => this.closed());
    socket.on('data', () => this.hold());
    this.gone = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** Something was told to have changed; none: anything may have. Conversations are told why they end before their connection does. */
  async changed(tags: readonly string[] | undefined): Promise<void> {
    await Promise.all([...this.conversations].map((conversation) => conversation.changed(tags)));
    const { known } = this;
    if (!known) return;
    const own = known.holders.flatMap(({ account, company }) => [
      accountTag(account.uuid),
      companyTag(company.uuid),
    ]);
    if (!tags || tags.some((tag) => own.includes(tag))) await this.confirm(known);
  }

  /** Ends it once nothing goes on in it; nothing more is begun. */
  leave(): void {
    this.isLeaving = true;
    if (this.known) this.rest();
    else this.end();
  }

  end(): void {
    this.client.end();
    setTimeout(() => this.socket.destroy(), farewell).unref();
  }

  /** The library hands over the next try when the last is answered. */
  private async authenticate(asked: AuthContext): Promise<void> {
    this.asked += 1;
    if (this.isAsking || this.asked > mostAsked) return this.end();
    if (asked.method === 'none' && this.asked === 1) return asked.reject(['publickey']);
    this.isAsking = true;
    const known = isByKey(asked) ? await this.inTurn(asked) : undefined;
    this.isAsking = false;
    if (this.socket.destroyed) return;
    if (!known) return this.refuse(asked);
    if (known.isProved) {
      this.known = known;
      this.loggedIn();
      this.rest();
    }
    asked.accept();
  }

  private inTurn(asked: PublicKeyAuthContext): Promise<KnownKey | undefined> {
    const { address, gone } = this;
    const turn = { address, gone: () => gone };
    return this.parts.logins.run(turn, () => this.login.of(asked, contextOfAddress(address)));
  }

  private refuse(asked: AuthContext): void {
    this.refused += 1;
    if (this.refused >= mostRefused) this.end();
    else asked.reject(['publickey']);
  }

  /** The key may have been taken back from all who had it. */
  private async confirm({ fingerprint }: KnownKey): Promise<void> {
    try {
      const holders = await this.parts.sessions.holdersOf(fingerprint, contextOfAddress(this.address));
      if (holders.length === 0) this.end();
      else if (this.known) this.known.holders = holders;
    } catch (error) {
      log.warn({ err: error }, 'nobody can say whose SSH key this is');
      this.end();
    }
  }

  private open(session: Session): void {
    this.opened += 1;
    clearTimeout(this.timer);
    this.sessions.add(session);
    onRequest(session, (request) => {
      const conversation = this.take(request);
      this.channels.set(request.channel, conversation);
      session.once('close', () => {
        this.channels.delete(request.channel);
        if (conversation) this.drop(conversation);
      });
    });
    session.once('close', () => {
      this.sessions.delete(session);
      this.rest();
    });
  }

  private take({ channel, command, environment }: SessionRequest): Conversation | undefined {
    const { known, parts, client, socket } = this;
    const asked = command === undefined ? undefined : askedRepository(parts.kinds, command, environment);
    channel.on('error', (error: Error) => log.debug({ err: error }, 'an SSH channel failed'));
    channel.stderr.on('error', (error: Error) => log.debug({ err: error }, 'an SSH channel failed'));
    if (!known || !asked) {
      endChannel(channel, 1, greeting(known?.holders ?? [], parts.kinds));
      return undefined;
    }
    const writer = new ChannelWriter(client, socket, channel);
    const ctx = contextOfAddress(this.address);
    const conversation = new Conversation(parts, asked, known.fingerprint, channel, writer, ctx);
    this.conversations.add(conversation);
    void conversation.carryOut().then(() => this.drop(conversation));
    return conversation;
  }

  private drop(conversation: Conversation): void {
    conversation.gone();
    this.conversations.delete(conversation);
    this.rest();
  }

  private rest(): void {
    clearTimeout(this.timer);
    if (this.conversations.size === 0 && !this.socket.destroyed)
      // Who has just heard the end of his conversation hangs up by himself.
      this.timer = setTimeout(() => this.end(), this.isLeaving ? farewell : idle).unref();
  }

  /** Nothing that a client sends may fill our memory: neither what nobody reads yet, nor our answers to it. */
  private hold(): void {
    const { socket } = this;
    if (!this.known && socket.bytesRead > mostUnknown) socket.destroy();
    for (const [{ readableLength }, conversation] of this.channels)
      if (readableLength > (conversation?.hasBegun ? mostUnread : mostAhead)) socket.destroy();
    if (socket.writableLength <= mostUnsent || socket.isPaused()) return;
    socket.pause();
    socket.once('drain', () => socket.resume());
  }

  private closed(): void {
    for (const conversation of this.conversations) this.drop(conversation);
    this.sessions.clear();
    this.channels.clear();
    clearTimeout(this.timer);
  }
}

const isByKey = (asked: AuthContext): asked is PublicKeyAuthContext => asked.method === 'publickey';
