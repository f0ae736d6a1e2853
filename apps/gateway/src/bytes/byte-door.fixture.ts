import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, type Principal, type ProjectScope, type RepositoryScope } from '@holdfast/kernel';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import { RateLimits, type Rates } from '../rates/rate-limits.js';
import type { Scopes } from '../scopes/scopes.js';
import type { Sessions } from '../session/sessions.js';
import { UnsentAnswers } from '../unsent/unsent-answers.js';
import { whenOneEnds } from './upstream/upstream.js';
import { closeWithConnection } from '../http/left-answers.js';
import { ByteDoor, type ByteDoorOptions } from './byte-door.js';

/**
 * The header of a login of the company `acme`; developers and admins may write, guests may not, strangers see
 * nothing.
 */
export const basic = (login: 'developer' | 'admin' | 'guest' | 'stranger' | 'nobody'): string =>
  `Authorization: Basic ${Buffer.from(`${login}:secret`).toString('base64')}\r\n`;

const roles: Record<string, ProjectScope['roles']> = {
  developer: ['developer'],
  admin: ['admin'],
  guest: ['guest'],
  stranger: [],
};

export const callerCalled = (login: string): Principal => ({
  company: { uuid: 'company', id: 'acme' },
  account: { uuid: login, id: login, type: 'user', email: '', name: login },
  companyAdmin: false,
  credential: '',
});

/** What was loaded once, until something is told to have changed. */
class Loaded {
  private readonly known = new Map<string, object>();

  get<T extends object>(key: string, load: () => T): T {
    const known = this.known.get(key) ?? load();
    this.known.set(key, known);
    return known as T;
  }

  drop(): void {
    this.known.clear();
  }
}

/** `ended`: the logins that are good no longer; a `?` among them: it cannot be said once; `429`: nobody may try. */
const sessions = (ended: Set<string>, loaded: Loaded) => {
  const known = (company: string, login: string): Promise<Principal | undefined> => {
    if (ended.delete('?')) return Promise.reject(DomainError.unavailable('nobody can say it'));
    if (ended.has('429')) return Promise.reject(new DomainError('too_many_requests'));
    const holds = company === 'acme' && login in roles && !ended.has(login);
    return Promise.resolve(holds ? loaded.get(`of ${login}`, () => callerCalled(login)) : undefined);
  };
  return {
    byBasic: (company: string, header: string) =>
      known(company, Buffer.from(header.slice('Basic '.length), 'base64').toString().split(':')[0]),
    bySshKey: (company: string, fingerprint: string) => known(company, fingerprint.slice('key of '.length)),
  };
};

const repositories: Record<string, RepositoryScope> = {
  'team/code': { uuid: 'code', id: 'team/code', type: 'git', node: 'node-1', deleted: false },
  'gone-1': { uuid: 'gone', id: 'gone-1', type: 'git', node: 'node-1', deleted: true },
  tree: { uuid: 'tree', id: 'tree', type: 'subversion', node: 'node-1', deleted: false },
  jars: { uuid: 'jars', id: 'jars', type: 'maven', node: '', deleted: false },
  alone: { uuid: 'alone', id: 'alone', type: 'maven', node: '', deleted: false, members: ['jars'] },
  all: { uuid: 'all', id: 'all', type: 'maven', node: '', deleted: false, members: ['jars', 'more'] },
};

const scopes = (loaded: Loaded) => ({
  project: (ctx: { principal: Principal }, id: string): Promise<ProjectScope | undefined> => {
    const login = ctx.principal.account.id;
    const granted = roles[login];
    const load = (): ProjectScope => ({
      ...{ uuid: 'web', id, deleted: false, visibility: 'members', roles: granted },
    });
    const found = id === 'web' && granted.length > 0;
    return Promise.resolve(found ? loaded.get(`project for ${login}`, load) : undefined);
  },
  repository: (_: unknown, project: string, id: string): Promise<RepositoryScope | undefined> =>
    Promise.resolve(project === 'web' ? repositories[id] : undefined),
});

const roomy = { upload: 100, download: 100, fetch: 100, push: 100 };

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** Answers a call between processes. */
export type Answering = (subject: string, input: never) => unknown;

interface DoorSettings extends Partial<ByteDoorOptions> {
  rates?: Rates;
  /** Most bytes of small answers that are not taken. */
  unsentBytes?: number;
  /** Milliseconds that an answer waits for its room. */
  unsentPatience?: number;
  /** Logins that are good no longer. */
  ended?: Set<string>;
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
      ...options
    }: DoorSettings = {},
  ): Promise<DoorFixture> {
    const behind = http.createServer(byteProcess);
    const address = `http://127.0.0.1:${await listening(behind)}`;
    const answer = answering(address);
    const hearing = new Hearing();
    const loaded = new Loaded();
    const say = (subject: string, message: object): void =>
      hearing.hear(subject, { process: 'other', number: 0, ...message }, 0);
    say('pulse', {});
    const rpc = {
      call: (subject: string, _ctx: unknown, input: never): Promise<unknown> =>
        Promise.resolve().then(() => answer(subject, input)),
      hears: (): Hearing => hearing,
    };
    const door = new ByteDoor(
      rpc as unknown as Rpc,
      sessions(ended, loaded) as unknown as Sessions,
      scopes(loaded) as unknown as Scopes,
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
