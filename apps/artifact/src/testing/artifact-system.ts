import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import {
  artifactCalls,
  ticketHeader,
  type FileAnswer,
  type FileDecision,
  type FileRequest,
  type ResolvedRepository,
} from '@holdfast/contracts';
import type { CallContext, Principal, ProjectRole, ProjectScope, RepositoryScope } from '@holdfast/kernel';
import type { TestDatabase } from '@holdfast/platform/testing';
import type { BlobStores } from '../blob-stores.js';
import { freshArtifactDatabase } from './fresh-artifact-database.js';
import { Replica, type Ledger, type StandingFixture } from './replica.js';

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
  /** Who asks; the developer, if nothing else is said. */
  readonly principal?: Principal;
  /** What else is known of the project. */
  readonly project?: Partial<ProjectScope>;
  readonly headers?: FileRequest['headers'];
  readonly direct?: boolean;
  readonly stagesAt?: string;
  /** The number of the replica that is asked. */
  readonly replica?: number;
  readonly chunked?: boolean;
  /** When the gateway let the caller in; milliseconds since the epoch. */
  readonly admitted?: number;
  /** Until when the gateway waits, likewise. */
  readonly deadline?: number;
}

interface Reply {
  value?: FileDecision;
  error?: { code: string };
}

export const developer: Principal = {
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

/** Replicas of the artifact service over one database and one directory, asked as the gateway asks them. */
export class ArtifactSystem {
  private constructor(
    private readonly database: TestDatabase,
    readonly data: string,
    readonly replicas: readonly Replica[],
    readonly standing: StandingFixture,
    private readonly asked: Map<string, RepositoryScope>,
  ) {}

  /**
   * `data`: the directory of another system, which is stopped after this one; `stores`: those of the last replica,
   * where they are others than that in `data`.
   */
  static async start({
    replicas = 1,
    storageLimit,
    ledger = () => undefined,
    data: given,
    stores,
  }: {
    replicas?: number;
    storageLimit?: number;
    ledger?: Ledger;
    data?: string;
    stores?: (data: string) => Promise<BlobStores>;
  } = {}): Promise<ArtifactSystem> {
    const database = await freshArtifactDatabase();
    const data = given ?? (await mkdtemp(join(tmpdir(), 'artifact-')));
    const started: Replica[] = [];
    const asked = new Map<string, RepositoryScope>();
    const unchanged = (uuid: string): ResolvedRepository => {
      const repository = asked.get(uuid);
      return repository ? { repository } : {};
    };
    const standing = { now: asBefore, unchanged };
    const env = { databaseUrl: database.url, data, storageLimit };
    for (let count = 1; count <= replicas; count += 1) {
      const own = count === replicas ? await stores?.(data) : undefined;
      started.push(await Replica.start(env, standing, ledger, own));
    }
    return new ArtifactSystem(database, data, started, standing, asked);
  }

  async stop(): Promise<void> {
    for (const replica of this.replicas) await replica.stop();
    await this.database.drop();
    await rm(this.data, { recursive: true, force: true });
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

  /** A call about a repository, of the developer if nobody else is named. */
  context(
    repository: RepositoryScope,
    roles: ProjectRole[] = ['developer'],
    project: Partial<ProjectScope> = {},
    principal = developer,
  ): CallContext {
    this.asked.set(repository.uuid, repository);
    return {
      requestId: artifactCalls.decide,
      deadline: Date.now() + 10_000,
      principal,
      project: { uuid: randomUUID(), id: 'p', deleted: false, visibility: 'members', roles, ...project },
      repository,
    };
  }

  async decide(method: string, path: string, asking: Asking = {}): Promise<FileDecision> {
    const {
      repository = this.repository(),
      role = 'developer',
      headers = {},
      direct,
      stagesAt,
      admitted,
      deadline,
      replica: number = 0,
    } = asking;
    const ctx = {
      ...this.context(repository, [role], asking.project, asking.principal),
      ...(admitted === undefined ? {} : { admitted }),
      ...(deadline === undefined ? {} : { deadline }),
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
    const upload = decision.is === 'upload';
    const answered = await fetch(decision.address, {
      method: upload ? 'PUT' : 'GET',
      headers: { [ticketHeader]: decision.ticket },
      ...(upload && {
        body: asking.chunked && bytes ? inChunks(bytes) : bytes,
        duplex: 'half',
      }),
    });
    const received = Buffer.from(await answered.arrayBuffer());
    if (answered.status !== 200) throw new Error(`the port answered ${answered.status}`);
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

const inChunks = (bytes: Buffer): ReadableStream<Uint8Array> => {
  let at = 0;
  return new ReadableStream({
    pull: (stream) => {
      if (at >= bytes.length) return stream.close();
      stream.enqueue(bytes.subarray(at, (at += 1000)));
    },
  });
};

const seen = ({ status, reason, headers, text, base64 }: FileAnswer): Seen => {
  const body = base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64');
  return { status, headers, body, text: body.toString(), ...(reason === undefined ? {} : { reason }) };
};
