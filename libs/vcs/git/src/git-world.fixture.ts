import { createServer, type Server } from 'node:http';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DiskGate,
  type ForeignWrite,
  type PushAnswer,
  type TransferGate,
  type PushReport,
  type ReceivedPush,
  type TransferStanding,
} from '@holdfast/vcs-spi';
import { linkTo } from '@holdfast/vcs-spi/conformance';
import { ClientMachine } from './client-machine.fixture.js';
import { talkClient } from './talk-client.fixture.js';
import { GitEngine } from './git.engine.js';
import { GitKind } from './git.kind.js';
import { judgedPush } from './judged-push.fixture.js';
import { rawExchange } from './raw-exchange.fixture.js';
import { busyProcessesOf, remainsOf, straysBelow } from './git-remains.fixture.js';
import { engineHeaders, engineRequests } from './transfer/git-protocol.js';
import type { TransferLimits } from './transfer/transfer-limits.js';
import type { UpkeepSettings } from './upkeep/upkeep-settings.js';

export const zero = '0'.repeat(40);

export const pkt = (text: string): string => {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
};

/**
 * The kind with its engine in one process, behind a small HTTP front without credentials:
 * `http://127.0.0.1:<port>/<role>/<name>.git`, role `admin` or `developer`. It takes programs of `<root>/programs`
 * first.
 */
export class GitWorld extends ClientMachine implements TransferGate {
  readonly reports: PushReport[] = [];
  readonly protectedBranches = new Set<string>();
  /** Takes the place of the decision where a test sets it. */
  instead: ((push: ReceivedPush) => Promise<PushAnswer>) | undefined;
  /** Why no transfer is allowed any more, or cannot be judged, where a test sets it. */
  refused: string | Error | undefined;
  /** Bytes that may be written until the disk is full, where a test sets them. */
  room: number | undefined;
  /** Bytes that are held of the disk. */
  holding = 0;
  /** How full it is, where a test sets it. */
  level: 'enough' | 'low' | 'full' = 'enough';
  readonly disk: DiskGate = {
    take: (bytes) => {
      const { room = Infinity } = this;
      if (room >= bytes) this.room = this.room === undefined ? undefined : room - bytes;
      return Promise.resolve(room >= bytes);
    },
    hold: ({ bytes }) => {
      if ((this.room ?? Infinity) < bytes) return Promise.resolve(undefined);
      this.holding += bytes;
      return Promise.resolve(() => void (this.holding -= bytes));
    },
    level: () => Promise.resolve(this.level),
  };
  readonly kind: GitKind;
  readonly engine: GitEngine;
  private readonly writing = new Map<string, ForeignWrite>();
  private readonly server: Server;
  private port = 0;

  private constructor(
    root: string,
    limits: Partial<TransferLimits>,
    upkeep?: Partial<UpkeepSettings>,
    nodegit?: string,
  ) {
    super(root);
    const path = `${join(root, 'programs')}:/usr/local/bin:/usr/bin:/bin`;
    this.engine = new GitEngine({
      stateDirectory: join(root, 'state'),
      path,
      gate: this,
      limits,
      upkeep,
      networks: ['127.0.0.0/8'],
      ...(nodegit === undefined ? {} : { nodegit }),
    });
    this.kind = new GitKind(linkTo(this.engine));
    this.server = createServer((request, response) => {
      const url = /^\/(\w+)\/([^/]+\.git)\/(info\/refs\?service=git-|git-|session\/)([\w-]+)$/.exec(
        request.url ?? '',
      );
      if (!url) return void response.writeHead(404).end();
      const [, role, name, way, service] = url;
      const plain = request.method === 'GET' ? 'advertisement' : 'service';
      const grant = {
        kind: 'git',
        service,
        exchange: {
          ...engineRequests[way === 'session/' ? 'session' : plain],
          headers: engineHeaders(request),
        },
        directory: join(root, 'repositories', name),
        repository: name,
        principal: role,
        owner: { company: 'acme', account: role },
        limits: { maxInputBytes: name.startsWith('small') ? 100_000 : undefined },
      };
      this.engine.exchange(grant, request, response).catch(() => response.destroy());
    });
  }

  static async start(nodegit?: string): Promise<GitWorld> {
    const world = GitWorld.make({}, undefined, nodegit);
    await world.begin();
    return world;
  }

  /** A world for the tests of the suite that is being described; afterwards nothing of it may be left. */
  static ofSuite(
    limits?: Partial<TransferLimits>,
    upkeep?: Partial<UpkeepSettings>,
    nodegit?: string,
  ): GitWorld {
    const world = GitWorld.make(limits, upkeep, nodegit);
    beforeAll(() => world.begin());
    afterEach(() => {
      Object.assign(world, { instead: undefined, refused: undefined, room: undefined, level: 'enough' });
      world.protectedBranches.clear();
    });
    afterAll(async () => {
      await world.stop();
      expect(await world.leftovers()).toEqual([]);
    });
    return world;
  }

  private static make(limits = {}, upkeep?: Partial<UpkeepSettings>, nodegit?: string): GitWorld {
    return new GitWorld(mkdtempSync(join(tmpdir(), 'hf-git-')), limits, upkeep, nodegit);
  }

  private async begin(): Promise<void> {
    await this.engine.start();
    await this.engine.reading.awake;
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  stands(): Promise<TransferStanding> {
    const reason = this.refused;
    if (reason instanceof Error) return Promise.reject(reason);
    return Promise.resolve(reason === undefined ? { allowed: true } : { allowed: false, reason });
  }

  async decide(push: ReceivedPush): Promise<PushAnswer> {
    const decision = await (this.instead ?? ((each) => judgedPush(each, this.kind, this.protectedBranches)))(
      push,
    );
    if (decision.accepted) this.writing.set(push.id, this.kind.open(push.directory).foreignWrite());
    return decision;
  }

  ended(report: PushReport): Promise<void> {
    this.reports.push(report);
    this.writing.get(report.id)?.end();
    this.writing.delete(report.id);
    return Promise.resolve();
  }

  freshDirectory(): string {
    return join(this.root, 'repositories', `r${(this.made += 1)}.git`);
  }

  /** What git takes for its ssh, towards an engine that talks with it. */
  get talker(): string {
    const script = join(this.root, 'talk-client.mjs');
    writeFileSync(script, talkClient);
    return `${process.execPath} ${script} ${this.port}`;
  }

  async repository(
    name = `r${(this.made += 1)}`,
  ): Promise<{ directory: string; url: string; developerUrl: string; path: string }> {
    const directory = join(this.root, 'repositories', `${name}.git`);
    await this.kind.create(directory);
    const site = `http://127.0.0.1:${this.port}`;
    return {
      directory,
      url: `${site}/admin/${name}.git`,
      developerUrl: `${site}/developer/${name}.git`,
      path: `/admin/${name}.git`,
    };
  }

  /** A repository whose main has been pushed out of a working repository. */
  async seeded(count = 3) {
    const repository = await this.repository();
    const { path: work, ids } = await this.work(count);
    await this.must(['push', '-q', repository.url, 'main'], { cwd: work });
    return { ...repository, work, ids, tip: ids.at(-1) as string };
  }

  /** Names and commits as the kind tells them. */
  async branchesOf(directory: string): Promise<Record<string, string>> {
    const snapshot = await this.kind.open(directory).branches.snapshot();
    return Object.fromEntries(snapshot.page(0, snapshot.size).map(({ id, commit }) => [id, commit]));
  }

  post(
    url: string,
    service: string,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${url}/git-${service}`, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
      headers,
    });
  }

  /** As `rawExchange`. */
  raw(bytes: string | Buffer, stay?: number, enough?: RegExp): Promise<string> {
    return rawExchange(this.port, bytes, stay, enough);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.engine.stop();
  }

  /** Processes of the engine and files in the repositories that should be gone; then removes everything. */
  async leftovers(): Promise<string[]> {
    const found = await remainsOf(this.root);
    await rm(this.root, { recursive: true, force: true });
    return found;
  }

  /** The command lines of the engine's processes that have something to do. */
  processes(): Promise<string[]> {
    return busyProcessesOf(join(this.root, 'state'));
  }

  strays(path: string): Promise<string[]> {
    return straysBelow(path);
  }
}
