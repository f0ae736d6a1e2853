import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { artifactKinds } from '@holdfast/contracts/artifact-kinds';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { CallInput, StandingAnswer, VisibleProjectsAnswer } from '@holdfast/contracts';
import {
  DomainError,
  type AccountType,
  type ApiErrors,
  type CallContext,
  type Principal,
  type ProjectRole,
  type ProjectScope,
  type RepositoryScope,
} from '@holdfast/kernel';
import { setLogLevel } from '@holdfast/platform/observability';
import { AuditOutbox } from '@holdfast/platform/audit';
import { openDatabase } from '@holdfast/platform/persistence';
import type { ReplyMessage, Rpc } from '@holdfast/platform/rpc';
import { testDatabase, testDatabaseServer, type TestDatabase } from '@holdfast/platform/testing';
import type { TransferGate, VcsEngine, VcsKind } from '@holdfast/vcs-spi';
import { BranchChildren } from './branch/branch-children.js';
import { BranchService } from './branch/branch.service.js';
import { CommitTimes } from './branch/commit-times.js';
import { Heads } from './branch/heads.js';
import { ProtectedBranchStore } from './branch/protected-branch.store.js';
import { PushesInFlight } from './branch/pushes-in-flight.js';
import { RefTurns } from './branch/ref-turns.js';
import { vcsEngines } from './byte-process/vcs-engines.js';
import { repositoryDatabase } from './database/data-source.js';
import { Creations } from './placement/creations.js';
import { LocalRepositories } from './placement/local-repositories.js';
import { Placement } from './placement/placement.js';
import { NodeJournal } from './ref-change/node-journal.js';
import { RefChanges } from './ref-change/ref-changes.js';
import { RefEventStore } from './ref-change/ref-event.store.js';
import { RefEvents } from './ref-change/ref-events.js';
import { ReferenceService } from './reference/reference.service.js';
import { sourcesAlone } from './reference/sources-alone.fixture.js';
import { CatalogueService } from './repository/catalogue.service.js';
import { DefaultIdentifiers } from './repository/default-identifiers.js';
import { RepositoryAddresses } from './repository/repository-address.js';
import { RepositoryChildrenQuery } from './repository/repository-children.query.js';
import { RepositoryRelations } from './repository/repository-relations.js';
import { RepositoryListQuery } from './repository/repository-list.query.js';
import { RepositoryTypes } from './repository/repository-types.js';
import { RepositoryViews } from './repository/repository-views.js';
import { RepositoryService } from './repository/repository.service.js';
import { RepositoryStore } from './repository/repository.store.js';
import { VisibleProjects } from './repository/visible-projects.js';
import { PushDecisions } from './transfer/push-decision.js';

const company = { uuid: '0190a000-0000-7000-8000-000000000001', id: 'acme' };

/** A caller with roles in the project, as the gateway would have established him. */
export const caller = (id: string, type: AccountType = 'user', companyAdmin = false): Principal => ({
  company,
  account: { uuid: randomUUID(), id, type, email: `${id}@example.com`, name: id },
  companyAdmin,
  credential: 'key',
});

/** The service without its processes around it: real PostgreSQL, real git in this process, no broker. */
export class ServiceWorld {
  readonly events: { subject: string; event: unknown }[] = [];
  /** What identity answers about a project that it is asked for, whatever the question. */
  identity: StandingAnswer | VisibleProjectsAnswer = {};
  readonly store: RepositoryStore;
  readonly placement: Placement;
  readonly types: RepositoryTypes;
  readonly creations: Creations;
  readonly repositories: RepositoryService;
  readonly catalogue: CatalogueService;
  readonly branches: BranchService;
  readonly decisions: PushDecisions;
  readonly children: ReferenceService;
  readonly pushes = new PushesInFlight();
  readonly outbox: AuditOutbox;
  readonly changes: RefChanges;

  private constructor(
    private readonly database: TestDatabase,
    readonly source: Awaited<ReturnType<typeof openDatabase>>,
    readonly data: string,
    private readonly engines: readonly VcsEngine[],
    kinds: readonly VcsKind[],
    gate: { decisions?: PushDecisions },
  ) {
    const rpc = {
      tell: (subject: string, event: unknown) => this.events.push({ subject, event }),
      call: () => Promise.resolve(this.identity),
    } as unknown as Rpc;
    this.types = new RepositoryTypes(
      vcsKinds.map((entry, at) => ({ entry, kind: kinds[at] })),
      artifactKinds,
    );
    this.outbox = new AuditOutbox(source);
    this.store = new RepositoryStore(source);
    this.placement = new Placement(data, 'node-1');
    this.creations = new Creations(this.store, this.placement, this.types);
    const local = new LocalRepositories(this.placement, this.types);
    const journal = new NodeJournal(this.placement);
    const events = new RefEvents(new RefEventStore(source), journal);
    this.changes = new RefChanges(this.placement, local, journal, events);
    const turns = new RefTurns();
    const flags = new ProtectedBranchStore(source);
    const defaults = new DefaultIdentifiers(this.store);
    const addresses = { siteUrl: 'http://code.example.com', vendor: 'svc', sshPort: 22 };
    const views = new RepositoryViews(this.types, new RepositoryAddresses(addresses));
    this.repositories = new RepositoryService(
      this.store,
      new RepositoryListQuery(source),
      this.creations,
      this.placement,
      this.types,
      views,
      new Heads(local, this.pushes, turns),
      rpc,
    );
    this.catalogue = new CatalogueService(this.store);
    this.branches = new BranchService(
      local,
      flags,
      this.pushes,
      turns,
      new CommitTimes(),
      defaults,
      this.outbox,
      this.changes,
    );
    this.decisions = new PushDecisions(rpc, this.store, local, flags, this.pushes, defaults, this.changes);
    const branches = new BranchChildren(this.store, local, this.placement, flags, rpc);
    const relations = new RepositoryRelations(
      new RepositoryChildrenQuery(source),
      this.store,
      new VisibleProjects(rpc),
      views,
    );
    this.children = new ReferenceService(sourcesAlone([relations, branches]));
    gate.decisions = this.decisions;
  }

  static async start(): Promise<ServiceWorld> {
    setLogLevel('silent');
    const database = await testDatabase(testDatabaseServer(), 'repository');
    const source = await openDatabase(repositoryDatabase(database.url));
    const data = await mkdtemp(join(tmpdir(), 'repository-'));
    const gate: { decisions?: PushDecisions } = {};
    const late: TransferGate = {
      stands: () => Promise.resolve({ allowed: true }),
      decide: (push) =>
        gate.decisions?.decide({ ...push, updates: [...push.updates] }) ??
        Promise.reject(new Error('not yet')),
      ended: (report) => gate.decisions?.ended(report) ?? Promise.resolve(),
    };
    const path = '/usr/local/bin:/usr/bin:/bin';
    const engines = await vcsEngines({ stateDirectory: join(data, 'engines'), path }, late);
    await Promise.all(engines.map((engine) => engine.start()));
    const kinds: VcsKind[] = [];
    for (const [at, entry] of vcsKinds.entries()) kinds.push(await entry.kind(engines[at]));
    const world = new ServiceWorld(database, source, data, engines, kinds, gate);
    await world.changes.onApplicationBootstrap();
    return world;
  }

  async end(): Promise<void> {
    await Promise.all(this.engines.map((engine) => engine.stop()));
    await this.changes.onApplicationShutdown();
    await this.source.destroy();
    await this.database.drop();
    await rm(this.data, { recursive: true, force: true });
  }

  /** A project of its own, as somebody with these roles stands to it. */
  project(roles: ProjectRole[] = ['admin'], own: Partial<ProjectScope> = {}): CallContext {
    const project: ProjectScope = {
      uuid: randomUUID(),
      id: 'demo',
      deleted: false,
      visibility: 'members',
      roles,
      ...own,
    };
    return { requestId: 'test', deadline: Date.now() + 60_000, principal: caller('ada'), project };
  }

  /** The same place as somebody with other roles sees it. */
  as(ctx: CallContext, roles: ProjectRole[]): CallContext {
    return { ...ctx, principal: caller('bob'), project: { ...(ctx.project as ProjectScope), roles } };
  }

  /** Creates a repository and answers the context of calls below it. */
  async repository(
    ctx: CallContext,
    body: Record<string, string>,
  ): Promise<CallContext & { repository: RepositoryScope }> {
    await answer(this.repositories.create(ctx, call({ body })));
    return this.below(ctx, body.id);
  }

  async below(ctx: CallContext, id: string): Promise<CallContext & { repository: RepositoryScope }> {
    const project = (ctx.project as ProjectScope).uuid;
    const { repository } = await answer(this.catalogue.resolve(ctx, { project, id }));
    if (!repository) throw new Error(`there is no repository ${id}`);
    return { ...ctx, repository };
  }

  /** Writes a commit with an empty tree into the repository, as a push would; `at` in seconds since 1970. */
  async commit(
    { repository }: { repository: RepositoryScope },
    at: number,
    parent?: string,
  ): Promise<string> {
    const directory = this.placement.directory(repository);
    const tree = await writeObject(directory, 'tree', '');
    const person = `A <a@example.com> ${at} +0000`;
    const parents = parent ? `parent ${parent}\n` : '';
    return writeObject(
      directory,
      'commit',
      `tree ${tree}\n${parents}author ${person}\ncommitter ${person}\n\nc\n`,
    );
  }

  /** Points branches at commits past the service, in a repository that it has not read yet. */
  async refs({ repository }: { repository: RepositoryScope }, refs: Record<string, string>): Promise<void> {
    for (const [name, commit] of Object.entries(refs)) {
      const file = join(this.placement.directory(repository), 'refs/heads', name);
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(file, `${commit}\n`);
    }
  }
}

/** The input of a call as it comes off the wire; a use case takes it validated, which its decorator sees to. */
export const call = (input: Partial<CallInput> = {}): never => ({ params: {}, ...input }) as never;

/** The value that a handler answers; its error is thrown. */
export const answer = async <T>(reply: Promise<T> | T): Promise<T> => {
  const { value, error } = (await reply) as ReplyMessage<T>;
  if (error) throw DomainError.fromWire(error);
  return value as T;
};

/** What a handler finds invalid. */
export const errorsOf = async (reply: Promise<unknown>): Promise<ApiErrors | string> => {
  const { error } = (await reply) as ReplyMessage;
  if (!error) throw new Error('nothing was refused');
  return error.errors ?? error.code;
};

const writeObject = async (directory: string, type: string, body: string): Promise<string> => {
  const content = Buffer.from(`${type} ${Buffer.byteLength(body)}\0${body}`);
  const id = createHash('sha1').update(content).digest('hex');
  const folder = join(directory, 'objects', id.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, id.slice(2)), deflateSync(content));
  return id;
};
