import http, { type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { HeldSshKeys, OpenTransfer, SshKeyHolders } from '@holdfast/contracts';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { Principal, ProjectScope, RepositoryScope } from '@holdfast/kernel';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import ssh2, { type Client, type ClientChannel } from 'ssh2';
import { Admission, type AdmittedContext } from '../bytes/admission.js';
import { TransferSlots } from '../bytes/slots/transfer-slots.js';
import { ConnectionLimit } from '../http/connection-limit.js';
import { RateLimits, type Rates } from '../rates/rate-limits.js';
import type { KnownNow, Scopes } from '../scopes/scopes.js';
import { Passes } from '../session/passes.js';
import type { Sessions } from '../session/sessions.js';
import {
  fingerprintOf,
  freshPair,
  holderOf,
  keyOf,
  principalOf,
  type Login,
} from './known-logins.fixture.js';
import { OddAgent } from './odd-agent.fixture.js';
import { SshDoor, type SshDoorOptions } from './ssh-door.js';

/** A new private host key. */
export const freshHostKey = (): Buffer => Buffer.from(freshPair().private);
export const theHostKey = freshHostKey();

export const repositoryOf = (id: string, type: string): RepositoryScope => ({
  ...{ uuid: id, id, type, node: 'node-1', deleted: false },
});

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** What came of one conversation. */
export interface CommandOutcome {
  code: number | undefined;
  out: string;
  err: string;
}

interface SshDoorSettings extends Partial<SshDoorOptions> {
  /** Those that other doors take theirs of, too. */
  slots?: TransferSlots;
  rates?: Rates;
}
const roomy = { upload: 9, download: 9, fetch: 100, push: 100 };

/** A door with a byte process behind it. The developer and the guest have a key; `ended` ones have it no longer. */
export class SshDoorFixture {
  readonly ended = new Set<string>();
  /** Asked before it is told whose conversation one is. */
  judging = (): Promise<void> => Promise.resolve();
  readonly opened: OpenTransfer[] = [];
  /** What there is in the project, by id. */
  readonly repositories = new Map<string, RepositoryScope>([['code', repositoryOf('code', 'git')]]);
  /** Fingerprints of which it was asked whose they are. */
  readonly askedKeys: string[] = [];
  /** In so many questions, of which so many were under way at most. */
  questions = { asked: 0, underWay: 0, most: 0 };
  /** When it is answered whose a key is. */
  answering: Promise<void> = Promise.resolve();
  readonly refusedKeys: string[] = [];
  private readonly clients: Client[] = [];

  private constructor(
    private readonly behind: Server,
    private readonly address: string,
    private readonly hearing: Hearing,
    { slots = new TransferSlots(roomy), rates = {}, ...options }: SshDoorSettings,
  ) {
    const rpc = {
      call: (_subject: string, _ctx: unknown, input: OpenTransfer) => {
        this.opened.push(input);
        return Promise.resolve({ address: this.address, ticket: 'a-ticket' });
      },
      hears: () => hearing,
    } as unknown as Rpc;
    const has = (fingerprint: string): Login | undefined =>
      (['developer', 'guest'] as const).find(
        (each) => fingerprintOf(each) === fingerprint && !this.ended.has(each),
      );
    const question = <Answer>(fingerprints: string[], answer: Answer): Promise<Answer> => {
      const { questions } = this;
      this.askedKeys.push(...fingerprints);
      questions.asked += 1;
      questions.underWay += 1;
      questions.most = Math.max(questions.most, questions.underWay);
      return this.answering.then(() => answer).finally(() => (questions.underWay -= 1));
    };
    const holdersOf = (fingerprint: string): SshKeyHolders => ({
      holders: [has(fingerprint) ?? []].flat().map(holderOf),
    });
    const sessions = {
      holdersOf: (fingerprint: string) => question([fingerprint], holdersOf(fingerprint)),
      holdersNow: (fingerprints: string[]): Promise<HeldSshKeys> =>
        question(fingerprints, {
          held: Object.fromEntries(fingerprints.filter(has).map((each) => [each, holdersOf(each)])),
        }),
      refuseSshKey: (fingerprint: string) => this.refusedKeys.push(fingerprint),
      bySshKey: async (company: string, fingerprint: string) => {
        const login = await this.judging().then(() => has(fingerprint));
        return company === 'acme' && login ? principalOf(login) : undefined;
      },
    } as unknown as Sessions;
    const scopes = {
      project: ({ principal }: { principal: Principal }, id: string): Promise<ProjectScope | undefined> => {
        const roles: ProjectScope['roles'] = principal.account.id === 'guest' ? ['guest'] : ['developer'];
        const web: ProjectScope = { uuid: 'web', id, deleted: false, visibility: 'members', roles };
        return Promise.resolve(id === 'web' ? web : undefined);
      },
      repository: (_: unknown, _project: string, id: string) => Promise.resolve(this.repositories.get(id)),
      now: async ({ principal, project, repository }: AdmittedContext): Promise<KnownNow> => {
        const hasEnded = await this.judging().then(() => this.ended.has(principal.account.id));
        const now = [...this.repositories.values()].find(({ uuid }) => uuid === repository.uuid);
        return hasEnded ? {} : { principal, project, ...(now && { repository: now }) };
      },
    } as unknown as Scopes;
    const admission = new Admission(sessions, scopes);
    const passes = new Passes([theHostKey]);
    const known = { kinds: vcsKinds, user: 'svc', siteUrl: 'http://code.example.com' };
    const parts = { ...known, rpc, sessions, admission, slots, rates: new RateLimits(rates), passes };
    const [limit, shares] = [new ConnectionLimit(1000, []), { account: 100, company: 100 }];
    this.door = new SshDoor(parts, { keys: [theHostKey], limit, shares, trustedProxies: [], ...options });
  }

  readonly door: SshDoor;

  static async open(byteProcess: RequestListener, options: SshDoorSettings = {}): Promise<SshDoorFixture> {
    const behind = http.createServer(byteProcess);
    const address = `http://127.0.0.1:${await listening(behind)}`;
    const hearing = new Hearing();
    hearing.hear('pulse', { process: 'other', number: 0 }, 0);
    const fixture = new SshDoorFixture(behind, address, hearing, options);
    await fixture.door.listen(0, '127.0.0.1');
    return fixture;
  }

  private told = 0;

  /** Publishes an event as a service would. */
  tell(subject: string, event: unknown): void {
    this.hearing.hear(subject, { process: 'other', number: (this.told += 1), event }, 0);
  }

  /** The connection to the broker breaks. */
  disconnect(): void {
    this.hearing.disconnected();
  }

  /** The private key of a login, as `ssh-keygen` writes it. */
  keyOf(login: Login): string {
    return keyOf[login].private;
  }

  /** A bare connection, from another address of this machine where one is named. */
  dial(localAddress = '127.0.0.1'): Promise<Socket> {
    const socket = connect({ port: this.door.port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    return new Promise((resolve) => socket.once('connect', () => resolve(socket)));
  }

  /** A client that has logged in. @throws when it is refused */
  client(login: Login = 'developer', username = 'svc'): Promise<Client> {
    const client = new ssh2.Client();
    this.clients.push(client);
    const { private: privateKey } = keyOf[login];
    return new Promise((resolve, reject) => {
      client.on('ready', () => resolve(client)).on('error', reject);
      client.connect({ host: '127.0.0.1', port: this.door.port, username, privateKey });
    });
  }

  /** How often a client could show this key until it was sent away, and what it was told. */
  tries(login: Login, most: number): Promise<{ count: number; told: string }> {
    const client = new ssh2.Client();
    this.clients.push(client);
    const came = { count: 0, told: '' };
    return new Promise((resolve) => {
      client.on('error', ({ message }) => (came.told = message)).once('close', () => resolve(came));
      client.connect({
        host: '127.0.0.1',
        port: this.door.port,
        username: 'svc',
        authHandler: (_methods, _partial, next) => {
          if (came.count === most) return client.end();
          came.count += 1;
          next({ type: 'publickey', username: 'svc', key: keyOf[login].private });
        },
      });
    });
  }

  /** Logs in by an agent whose key has an exponent as long as its modulus. */
  triesOddKey(): Promise<'refused' | 'in'> {
    const client = new ssh2.Client();
    this.clients.push(client);
    return new Promise((resolve) => {
      client.on('error', () => resolve('refused')).on('ready', () => resolve('in'));
      const { port } = this.door;
      client.connect({ host: '127.0.0.1', port, username: 'svc', agent: new OddAgent() });
    });
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.destroy();
    await this.door.close();
    this.behind.closeAllConnections();
    await new Promise((resolve) => this.behind.close(resolve));
  }
}

/** A command at work; `ended`: all that came of it. */
export type Running = { channel: ClientChannel; ended: Promise<CommandOutcome> };

/** Begins a command. @throws when the session is refused */
export const begun = (client: Client, command: string, env: Record<string, string> = {}): Promise<Running> =>
  new Promise((resolve, reject) =>
    // What the door says at once comes before anybody who waits for the channel could listen.
    client.exec(command, { env }, (error, channel) =>
      error ? reject(error) : resolve({ channel, ended: outcomeOf(channel) }),
    ),
  );

/** Runs a command to its end, without saying anything. */
export const outcome = async (
  client: Client,
  command: string,
  env?: Record<string, string>,
): Promise<CommandOutcome> => (await begun(client, command, env)).ended;

const outcomeOf = (channel: ClientChannel): Promise<CommandOutcome> => {
  const found: CommandOutcome = { code: undefined, out: '', err: '' };
  channel.on('data', (bytes: Buffer) => (found.out += bytes.toString()));
  channel.stderr.on('data', (bytes: Buffer) => (found.err += bytes.toString()));
  channel.on('exit', (code: number) => (found.code = code));
  return new Promise((resolve) => channel.once('close', () => resolve(found)));
};
