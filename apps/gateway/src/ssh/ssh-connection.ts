import type { Socket } from 'node:net';
import { log } from '@holdfast/platform/observability';
import type { AuthContext, Connection, PublicKeyAuthContext, Session } from 'ssh2';
import { contextOfAddress } from '../http/call-context.js';
import { cutAfterFarewell, farewell } from '../http/farewell.js';
import { accountTag, companyTag } from '../session/revoked.js';
import { askedRepository, type TalkedKind } from './asked-repository.js';
import { watchIntake } from './channel-intake.js';
import { ChannelWriter } from './channel-writer.js';
import type { ConnectionShare, ConnectionShares } from './connection-shares.js';
import type { ConversationParts } from './conversation-parts.js';
import { Conversation } from './conversation.js';
import { endChannel } from './end-channel.js';
import { KeyLogin, type KnownKey } from './key-login.js';
import type { LoginTurns } from './login-turns.js';
import { greeting } from './greeting.js';
import { KeyExchanges } from './key-exchanges.js';
import type { KeyHolders } from './key-holders.js';
import { takesPackets } from './packet-size.js';
import { sendAway } from './send-away.js';
import { onRequest, type SessionRequest } from './session-requests.js';
import { judgedAgain, ToldChanges, type ToldChange } from './told-changes.js';
import type { Traffic } from './traffic.js';

export interface SshDoorParts extends ConversationParts {
  kinds: readonly TalkedKind[];
  /** The only user name. */
  user: string;
}

export interface ConnectionParts extends SshDoorParts {
  logins: LoginTurns;
  shares: ConnectionShares;
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
  private known: KnownKey | undefined;
  private share: ConnectionShare | undefined;
  private readonly conversations = new Set<Conversation>();
  private readonly sessions = new Set<Session>();
  private readonly exchanges = new KeyExchanges();
  private readonly changes = new ToldChanges((change) => this.judgeAnew(change));
  private opened = 0;
  private asked = 0;
  private refused = 0;
  private isAsking = false;
  private readonly gone: Promise<void>;
  private timer: NodeJS.Timeout | undefined;
  /** Nobody could say whose its key is when something changed: it is asked again then. */
  private doubt: NodeJS.Timeout | undefined;
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
      if (!this.exchanges.mayBe(this.known !== undefined, carried)) socket.destroy();
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
    void this.gone.then(() => this.share?.end());
  }

  /** Something was told to have changed. */
  changed(change: ToldChange): void {
    this.changes.tell(change);
  }

  /** Conversations are told why they end before their connection does. */
  private async judgeAnew({ tags, holders }: ToldChange): Promise<void> {
    const { known, doubt } = this;
    clearTimeout(doubt);
    await Promise.all([...this.conversations].map((conversation) => conversation.changed(tags)));
    if (!known) return;
    const own = known.holders.flatMap(({ account, company }) => [
      accountTag(account.uuid),
      companyTag(company.uuid),
    ]);
    if (!tags || doubt || tags.some((tag) => own.includes(tag))) await this.confirm(known, holders);
  }

  /** Ends it once nothing goes on in it; nothing more is begun. */
  leave(): void {
    this.isLeaving = true;
    if (this.known) this.rest();
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
    if (asked.method === 'none' && this.asked === 1) return asked.reject(['publickey']);
    this.isAsking = true;
    const known = isByKey(asked) ? await this.inTurn(asked) : undefined;
    this.isAsking = false;
    if (this.arrival.socket.destroyed) return;
    if (!known) return this.refuse(asked);
    if (known.isProved && !this.enter(known)) return;
    asked.accept();
  }

  /** Its client has logged in, unless those whose key it has have connections enough. */
  private enter(known: KnownKey): boolean {
    const { loggedIn, traffic } = this.arrival;
    const share = this.parts.shares.admit(known.holders);
    if (typeof share === 'string') {
      sendAway(this.client, 'crowded', share);
      this.end();
      return false;
    }
    this.share = share;
    this.known = known;
    loggedIn();
    traffic.countFor(known.holders);
    this.rest();
    return true;
  }

  private inTurn(asked: PublicKeyAuthContext): Promise<KnownKey | undefined> {
    const { address, socket } = this.arrival;
    const turn = { address, gone: () => this.gone };
    return this.parts.logins.run(turn, () => this.login.of(asked, contextOfAddress(address, socket)));
  }

  private refuse(asked: AuthContext): void {
    this.refused += 1;
    if (this.refused < mostRefused) return asked.reject(['publickey']);
    // In the words of OpenSSH, with which people search for what to do.
    sendAway(this.client, 'unknown', 'Too many authentication failures');
    this.end();
  }

  /** The key may have been taken back from all who had it. */
  private async confirm(known: KnownKey, asked: KeyHolders): Promise<void> {
    const { address, socket, traffic } = this.arrival;
    try {
      const holders = await asked.of(known.fingerprint, contextOfAddress(address, socket));
      if (holders.length === 0 || !this.share?.renew(holders)) return this.end();
      known.holders = holders;
      traffic.countFor(holders);
      this.doubt = undefined;
    } catch (error) {
      if (!this.doubt) log.warn({ err: error }, 'nobody can say whose SSH key this is');
      if (socket.destroyed) return;
      // Those who are asked keep what they have found: connections with one key ask again together.
      this.doubt = setTimeout(() => this.changes.tell({ tags: [], holders: asked }), judgedAgain).unref();
    }
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
    const { known, parts, client, arrival } = this;
    const asked = command === undefined ? undefined : askedRepository(parts.kinds, command, environment);
    channel.on('error', (error: Error) => log.debug({ err: error }, 'an SSH channel failed'));
    channel.stderr.on('error', (error: Error) => log.debug({ err: error }, 'an SSH channel failed'));
    if (!known || !asked) {
      endChannel(channel, 1, greeting(known?.holders ?? [], parts.kinds));
      return undefined;
    }
    const writer = new ChannelWriter(client, arrival.socket, channel);
    const ctx = contextOfAddress(arrival.address, arrival.socket);
    const conversation = new Conversation(parts, asked, known.fingerprint, channel, writer, ctx);
    clearTimeout(this.timer);
    this.conversations.add(conversation);
    void conversation.carryOut().then(() => this.drop(conversation));
    return conversation;
  }

  private drop(conversation: Conversation): void {
    conversation.gone();
    this.conversations.delete(conversation);
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
    clearTimeout(this.doubt);
  }
}

const isByKey = (asked: AuthContext): asked is PublicKeyAuthContext => asked.method === 'publickey';
