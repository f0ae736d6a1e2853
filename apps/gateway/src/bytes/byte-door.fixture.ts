import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallContext } from '@holdfast/kernel';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import { RateLimits, type Rates } from '../rates/rate-limits.js';
import { Scopes } from '../scopes/scopes.js';
import { Sessions } from '../session/sessions.js';
import { UnsentAnswers } from '../unsent/unsent-answers.js';
import { whenOneEnds } from './upstream/upstream.js';
import { closeWithConnection } from '../http/left-answers.js';
import { ByteDoor, type ByteDoorOptions } from './byte-door.js';
import { KnownOnce, scopesOf, sessionsOf, standingIn, type StandingOf } from './known-callers.fixture.js';

export { basic, callerCalled } from './known-callers.fixture.js';

const roomy = { upload: 100, download: 100, fetch: 100, push: 100 };

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** Answers a call between processes. */
export type Answering = (subject: string, input: never, ctx: CallContext) => unknown;

interface DoorSettings extends Partial<ByteDoorOptions> {
  rates?: Rates;
  /** Most bytes of small answers that are not taken. */
  unsentBytes?: number;
  /** Milliseconds that an answer waits for its room. */
  unsentPatience?: number;
  /** Logins that are good no longer. */
  ended?: Set<string>;
  /** How callers stand while they read; absent: by `ended`. */
  standing?: StandingOf;
  /** Who it is and what there is, is asked by calls, as in the product. */
  asks?: true;
}

/** A door with a byte process behind it, both on ports of their own. */
export class DoorFixture {
  private constructor(
    private readonly server: Server,
    private readonly sockets: ReadonlySet<Socket>,
    private readonly behind: Server,
    private readonly port: number,
    /** Address of the byte process. */
    readonly address: string,
    /** Publishes an event as a service would. */
    readonly tell: (subject: string, event: unknown) => void,
    /** What was answered whose body is only read for its client's sake. */
    readonly owing: readonly string[],
  ) {}

  static async open(
    byteProcess: RequestListener,
    answering: (address: string) => Answering,
    {
      rates = {},
      unsentBytes = 2 ** 26,
      unsentPatience = 500,
      ended = new Set(),
      standing = standingIn(ended),
      asks,
      ...options
    }: DoorSettings = {},
  ): Promise<DoorFixture> {
    const behind = http.createServer(byteProcess);
    const address = `http://127.0.0.1:${await listening(behind)}`;
    const answer = answering(address);
    const hearing = new Hearing();
    const loaded = new KnownOnce();
    const say = (subject: string, message: object): void =>
      hearing.hear(subject, { process: 'other', number: 0, ...message }, 0);
    say('pulse', {});
    const rpc = {
      call: (subject: string, ctx: CallContext, input: never): Promise<unknown> =>
        Promise.resolve().then(() => answer(subject, input, ctx)),
      hears: (): Hearing => hearing,
    };
    const door = new ByteDoor(
      rpc as unknown as Rpc,
      asks ? new Sessions(rpc as unknown as Rpc) : (sessionsOf(ended, loaded) as unknown as Sessions),
      asks ? new Scopes(rpc as unknown as Rpc) : (scopesOf(loaded, standing) as unknown as Scopes),
      new RateLimits(rates),
      new UnsentAnswers(unsentBytes, unsentPatience),
      {
        trustedProxies: [],
        siteUrl: 'https://holdfast.example',
        corsOrigins: [],
        transfers: roomy,
        ...options,
      },
    );
    const handle = (req: IncomingMessage, res: http.ServerResponse, expects: boolean): void => {
      closeWithConnection(req, res);
      door.handle(req, res, expects, () => owing.push(req.url ?? ''));
    };
    const owing: string[] = [];
    const server = http.createServer((req, res) => handle(req, res, false));
    const sockets = new Set<Socket>();
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    server.on('checkContinue', (req: IncomingMessage, res: http.ServerResponse) => handle(req, res, true));
    let number = 0;
    const tell = (subject: string, event: unknown): void => {
      loaded.drop();
      say(subject, { number: (number += 1), event });
    };
    return new DoorFixture(server, sockets, behind, await listening(server), address, tell, owing);
  }

  /** Bytes of answers that the kernel has not taken of the door. */
  get untaken(): number {
    return [...this.sockets].reduce((sum, { writableLength }) => sum + writableLength, 0);
  }

  /** The byte process ends all connections to it. Resolves when the door has noticed. */
  async endConnections(): Promise<void> {
    const heard = new Promise<void>((resolve) => whenOneEnds(resolve));
    this.behind.closeAllConnections();
    await heard;
  }

  /** A connection that says exactly what it is given. */
  async dial(): Promise<Wire> {
    const socket = connect(this.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    return new Wire(socket);
  }

  async close(): Promise<void> {
    for (const server of [this.server, this.behind]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

/** The client's end of a raw connection. */
export class Wire {
  private received = '';
  ended = false;

  constructor(readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => (this.received += text));
    socket.on('close', () => (this.ended = true));
    socket.on('error', () => undefined);
  }

  say(text: string): void {
    this.socket.write(text, 'latin1');
  }

  /** Everything that came, once `until` stands in it; fails after ten seconds. */
  async hear(until: string): Promise<string> {
    await eventually(
      () => this.received.includes(until),
      () => `${JSON.stringify(until)} in ${this.received}`,
    );
    return this.received;
  }

  get heard(): string {
    return this.received;
  }
}

/** Waits until something holds; fails after a minute. */
export const eventually = async (holds: () => boolean, what: () => string = () => 'it'): Promise<void> => {
  for (let left = 6_000; !holds(); left -= 1) {
    if (left === 0) throw new Error(`never came: ${what()}`);
    await pause(10);
  }
};
