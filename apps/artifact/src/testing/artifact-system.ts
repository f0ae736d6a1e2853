import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import {
  artifactCalls,
  ticketHeader,
  type FileAnswer,
  type FileDecision,
  type FileRequest,
  type ResolvedRepository,
  type StandingAnswer,
} from '@holdfast/contracts';
import { artifactKinds } from '@holdfast/contracts/artifact-kinds';
import type { CallContext, Principal, ProjectRole, ProjectScope, RepositoryScope } from '@holdfast/kernel';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import { openDatabase } from '@holdfast/platform/persistence';
import { testDatabase, testDatabaseServer, type TestDatabase } from '@holdfast/platform/testing';
import type { BlobStore } from '@holdfast/blob-spi';
import type { DataSource } from 'typeorm';
import { request } from 'undici';
import { FileIndexStore } from '../artifact-file/file-index.store.js';
import { FileService } from '../artifact-file/file.service.js';
import { OpenKinds } from '../artifact-file/open-kinds.js';
import { IndexEvents } from '../artifact-file/index-events.js';
import { HeldChecksumStore } from '../artifact-file/held-checksum.store.js';
import { UsageStore } from '../artifact-file/usage.store.js';
import { FileStore } from '../artifact-file/file.store.js';
import type { ArtifactEnv } from '../artifact.env.js';
import { openBlobStore } from '../blob-stores.js';
import { ChecksumUpload } from '../deploy/checksum-upload.js';
import { DeployRight } from '../deploy/deploy-right.js';
import { FileUpload } from '../deploy/file-upload.js';
import { IndexUpload } from '../deploy/index-upload.js';
import { RecentChanges } from '../deploy/recent-changes.js';
import { Room } from '../deploy/room.js';
import { UploadService } from '../deploy/upload.service.js';
import { entities, migrations } from '../composition.js';
import { RemovalService } from '../removal/removal.service.js';
import { RemovalStore } from '../removal/removal.store.js';
import { StagingLeaseStore } from '../storage/staging-lease.store.js';
import { StorageLedger } from '../storage/storage-ledger.js';
import { StorageReports } from '../storage/storage-reports.js';
import { UploadRooms } from '../storage/upload-room.js';
import { OrphanSweep } from '../retention/orphan-sweep.js';
import { IndexService } from '../serve/index.service.js';
import { ServeService } from '../serve/serve.service.js';
import { BytePort } from '../transfer/byte-port.js';
import { Tickets } from '../transfer/tickets.js';

/** An answer as a client of the gateway would see it. */
export interface Seen {
  readonly status: number;
  readonly reason?: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly text: string;
}

export interface Asking {
  readonly repository?: RepositoryScope;
  readonly role?: ProjectRole;
  /** What else is known of the project. */
  readonly project?: Partial<ProjectScope>;
  readonly headers?: FileRequest['headers'];
  readonly direct?: boolean;
  readonly stagesAt?: string;
  /** The number of the replica that is asked. */
  readonly replica?: number;
  readonly chunked?: boolean;
}

interface Reply {
  value?: FileDecision;
  error?: { code: string };
}

/** One process of the service without its broker: what it decides and its port. */
interface Replica {
  readonly files: FileService;
  readonly port: BytePort;
  readonly sweep: OrphanSweep;
  readonly source: DataSource;
  readonly blobs: BlobStore;
  /** Subjects of what it has told. */
  readonly events: readonly string[];
}

const developer: Principal = {
  company: { uuid: randomUUID(), id: 'acme' },
  account: { uuid: randomUUID(), id: 'dev', type: 'user', email: 'dev@example.org', name: 'Dev' },
  companyAdmin: false,
  credential: '',
};

/** Nothing has changed since an upload was let in. */
export const asBefore: StandingFixture['now'] = {
  caller: developer,
  project: { uuid: 'p', id: 'p', deleted: false, visibility: 'members', roles: ['developer'] },
  repository: { uuid: 'r', id: 'r', type: 'maven', node: '', deleted: false },
};

/** What identity and the repository service answer about whoever uploads. */
export interface StandingFixture {
  now: StandingAnswer & ResolvedRepository;
}

/** What the ledger answers to a call by subject. */
export type Ledger = (subject: string, input: unknown) => unknown;

const replica = async (
  url: string,
  data: string,
  standing: StandingFixture,
  ledger: Ledger,
  storageLimit?: number,
): Promise<Replica> => {
  const env: ArtifactEnv = { natsUrl: '', databaseUrl: url, data, logLevel: 'silent', storageLimit };
  const source = await openDatabase({ url, schema: 'artifact', entities, migrations, poolSize: 8 });
  const blobs = await openBlobStore(data);
  const store = new FileStore(source);
  const held = new HeldChecksumStore(source);
  const usage = new UsageStore(source);
  const states = new FileIndexStore(source);
  const indexes = new IndexService(states);
  const events: string[] = [];
  // Nobody is heard: every upload is asked about again.
  const rpc = {
    tell: (subject: string) => void events.push(subject),
    hears: () => new Hearing(),
    call: (subject: string, _ctx: CallContext, input: unknown) =>
      Promise.resolve().then(() => (subject.includes('.storage.') ? ledger(subject, input) : standing.now)),
  } as unknown as Rpc;
  const tickets = new Tickets();
  const port = new BytePort(tickets);
  await port.onApplicationBootstrap();
  const storage = new StorageLedger(rpc);
  const reports = new StorageReports(usage, storage);
  const rooms = new UploadRooms(new StagingLeaseStore(source), storage, reports, env);
  const told = new IndexEvents(rpc);
  const upload = new UploadService(
    new FileUpload(source, store, held, new Room(blobs), rooms, told, blobs),
    new ChecksumUpload(source, store, held),
    new IndexUpload(source, store, states, indexes, told, rooms),
    new DeployRight(rpc, new RecentChanges(rpc)),
    tickets,
    port,
  );
  const removals = new RemovalStore(usage);
  const removal = new RemovalService(source, store, states, indexes, removals, reports, rpc);
  const serve = new ServeService(store, indexes, tickets, port, blobs);
  const kinds = await OpenKinds.of(artifactKinds);
  const files = new FileService(serve, upload, removal, kinds);
  return { files, port, source, blobs, events, sweep: new OrphanSweep(source, store, held, blobs) };
};

/** Replicas of the artifact service over one database and one directory, asked as the gateway asks them. */
export class ArtifactSystem {
  private constructor(
    private readonly database: TestDatabase,
    readonly data: string,
    readonly replicas: readonly Replica[],
    readonly standing: StandingFixture,
  ) {}

  static async start({
    replicas = 1,
    storageLimit,
    ledger = () => undefined,
  }: { replicas?: number; storageLimit?: number; ledger?: Ledger } = {}): Promise<ArtifactSystem> {
    const database = await testDatabase(testDatabaseServer(), 'artifact');
    const data = await mkdtemp(join(tmpdir(), 'artifact-'));
    const started: Replica[] = [];
    const standing = { now: asBefore };
    for (let count = 0; count < replicas; count += 1)
      started.push(await replica(database.url, data, standing, ledger, storageLimit));
    return new ArtifactSystem(database, data, started, standing);
  }

  async stop(): Promise<void> {
    for (const { port, sweep, source } of this.replicas) {
      await port.onApplicationShutdown();
      await sweep.onApplicationShutdown();
      await source.destroy();
    }
    await this.database.drop();
    await rm(this.data, { recursive: true });
  }

  /** A repository of its own; nothing needs to be made for it. */
  repository(more: Partial<RepositoryScope> = {}): RepositoryScope {
    return {
      uuid: randomUUID(),
      id: 'r',
      type: 'maven',
      node: '',
      deleted: false,
      policy: 'mixed',
      redeploy: false,
      ...more,
    };
  }

  async decide(method: string, path: string, asking: Asking = {}): Promise<FileDecision> {
    const {
      repository = this.repository(),
      role = 'developer',
      headers = {},
      direct,
      stagesAt,
      replica: number = 0,
    } = asking;
    const ctx: CallContext = {
      requestId: artifactCalls.decide,
      deadline: Date.now() + 10_000,
      principal: developer,
      project: {
        uuid: randomUUID(),
        id: 'p',
        deleted: false,
        visibility: 'members',
        roles: [role],
        ...asking.project,
      },
      repository,
    };
    const asked: FileRequest = {
      method,
      path,
      headers,
      address: `/acme/projects/p/repositories/maven/${repository.id}`,
      ...(direct === undefined ? {} : { direct }),
      ...(stagesAt === undefined ? {} : { stagesAt }),
    };
    const reply = (await this.replicas[number].files.decide(ctx, asked)) as unknown as Reply;
    if (!reply.value) throw new Error(`refused as ${reply.error?.code ?? 'nothing'}`);
    return JSON.parse(JSON.stringify(reply.value)) as FileDecision;
  }

  /** A whole request: decision, then the transfer that it asks for. Bodies are sent in one piece. */
  async send(
    method: string,
    path: string,
    body: Buffer | string | undefined,
    asking: Asking = {},
  ): Promise<Seen> {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const length = bytes && !asking.chunked ? { 'content-length': String(bytes.length) } : {};
    const decision = await this.decide(method, path, {
      ...asking,
      headers: { ...length, ...asking.headers },
    });
    if (decision.is === 'answer') return seen(decision);
    if (decision.is === 'grant') throw new Error('a grant was not asked for');
    const { body: sent, statusCode } = await request(decision.address, {
      method: decision.is === 'upload' ? 'PUT' : 'GET',
      headers: { [ticketHeader]: decision.ticket },
      body:
        decision.is === 'upload'
          ? asking.chunked && bytes
            ? Readable.from(chunks(bytes))
            : bytes
          : undefined,
    });
    const received = Buffer.from(await sent.arrayBuffer());
    if (statusCode !== 200) throw new Error(`the port answered ${statusCode}`);
    if (decision.is === 'upload') return seen(JSON.parse(received.toString()) as FileAnswer);
    return { status: decision.status, headers: decision.headers, body: received, text: received.toString() };
  }

  get(path: string, asking?: Asking): Promise<Seen> {
    return this.send('GET', path, undefined, asking);
  }

  put(path: string, body: Buffer | string, asking?: Asking): Promise<Seen> {
    return this.send('PUT', path, body, asking);
  }

  delete(path: string, asking?: Asking): Promise<Seen> {
    return this.send('DELETE', path, undefined, { role: 'admin', ...asking });
  }

  /** All files below the store's directory, relative to it. */
  async stored(below: 'blobs' | 'staging'): Promise<string[]> {
    const names = await readdir(join(this.data, below), { recursive: true, withFileTypes: true });
    return names.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  /** Waits for what an aborted connection takes to be noticed. */
  async stagingIsEmpty(): Promise<void> {
    for (let turn = 0; turn < 100 && (await this.stored('staging')).length > 0; turn += 1) await wait(20);
    expect(await this.stored('staging')).toEqual([]);
  }
}

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1000) {
    await Promise.resolve();
    yield bytes.subarray(at, at + 1000);
  }
}

const seen = ({ status, reason, headers, text, base64 }: FileAnswer): Seen => {
  const body = base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64');
  return { status, headers, body, text: body.toString(), ...(reason === undefined ? {} : { reason }) };
};
