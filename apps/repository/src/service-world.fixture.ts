import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StandingAnswer, VisibleProjectsAnswer } from '@holdfast/contracts';
import {
  type AccountType,
  type CallContext,
  type Principal,
  type ProjectRole,
  type ProjectScope,
  type RepositoryScope,
} from '@holdfast/kernel';
import { setLogLevel } from '@holdfast/platform/observability';
import { AuditOutbox } from '@holdfast/platform/audit';
import type { Rpc } from '@holdfast/platform/rpc';
import type { TestDatabase } from '@holdfast/platform/testing';
import type { TransferGate } from '@holdfast/vcs-spi';
import type { Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { BranchService } from './branch/branch.service.js';
import { PushesInFlight } from './branch/pushes-in-flight.js';
import { ByteProcess } from './byte-process/byte-process.js';
import { EnginesHere } from './engines-here.fixture.js';
import { writeObject } from './git-object.fixture.js';
import { Creations } from './placement/creations.js';
import { Placement } from './placement/placement.js';
import { RefChanges } from './ref-change/ref-changes.js';
import { ReferenceService } from './reference/reference.service.js';
import { CommitSigner } from './commit/commit-signer.js';
import { freshRepositoryDatabase } from './fresh-repository-database.fixture.js';
import { readRepositoryEnv } from './repository.env.js';
import { repositoryModule } from './repository.module.js';
import { CatalogueService } from './catalogue/catalogue.service.js';
import { RepositoryTypes } from './catalogue/repository-types.js';
import { RepositoryService } from './repository/repository.service.js';
import { RepositoryStore } from './catalogue/repository.store.js';
import { answer, call } from './replies.fixture.js';
import { PushDecisions } from './transfer/push-decisions.js';

export { answer, call, errorsOf } from './replies.fixture.js';

const company = { uuid: '0190a000-0000-7000-8000-000000000001', id: 'acme' };

/** A caller with roles in the project, as the gateway would have established him. */
export const caller = (id: string, type: AccountType = 'user', companyAdmin = false): Principal => ({
  company,
  account: { uuid: randomUUID(), id, type, email: `${id}@example.com`, name: id },
  companyAdmin,
  credential: 'key',
});

/** The module of the service without its processes around it: real PostgreSQL, real git in this process, no broker. */
export class ServiceWorld {
  readonly events: { subject: string; event: unknown }[] = [];
  /** What identity answers about a project that it is asked for, whatever the question. */
  identity: StandingAnswer | VisibleProjectsAnswer = {};
  /** What others answer. */
  answering: (subject: string, ctx: CallContext, input: never) => unknown = () => this.identity;
  private module!: TestingModule;

  private constructor(
    private readonly database: TestDatabase,
    readonly data: string,
  ) {}

  /** @param settings besides those that it needs */
  static async start(settings: Record<string, string> = {}): Promise<ServiceWorld> {
    const database = await freshRepositoryDatabase();
    const data = await mkdtemp(join(tmpdir(), 'repository-'));
    return ServiceWorld.over({ database, data }, settings);
  }

  /** Over what others have begun. `bytes`: in place of the engines in this process. */
  static async over(
    {
      database,
      data,
      bytes,
    }: { database: TestDatabase; data: string; bytes?: (world: ServiceWorld) => object },
    settings: Record<string, string> = {},
  ): Promise<ServiceWorld> {
    setLogLevel('silent');
    const world = new ServiceWorld(database, data);
    const env = readRepositoryEnv({
      NATS_URL: 'nats://nowhere',
      DATABASE_URL: database.url,
      HOLDFAST_DATA: data,
      HOLDFAST_SITE_URL: 'http://code.example.com',
      HOLDFAST_SSH_PORT: '22',
      ...settings,
    });
    const engines = bytes?.(world) ?? (await EnginesHere.start(data, world.gate(), env.path));
    world.module = await Test.createTestingModule({ imports: [repositoryModule(env, world.rpc())] })
      .overrideProvider(ByteProcess)
      .useValue(engines)
      .compile();
    // Of what begins with the service, what is done by the clock is left out.
    await world.changes.onApplicationBootstrap();
    return world;
  }

  /** Ends the service; what it was over stays. */
  async close(): Promise<void> {
    await this.module.close();
  }

  async end(): Promise<void> {
    await this.close();
    await this.database.drop();
    await rm(this.data, { recursive: true, force: true });
  }

  /** A part of the service itself. */
  part<T>(type: Type<T>): T {
    return this.module.get<T>(type);
  }

  get source(): DataSource {
    return this.part(DataSource);
  }

  get store(): RepositoryStore {
    return this.part(RepositoryStore);
  }

  get placement(): Placement {
    return this.part(Placement);
  }

  get types(): RepositoryTypes {
    return this.part(RepositoryTypes);
  }

  get creations(): Creations {
    return this.part(Creations);
  }

  get repositories(): RepositoryService {
    return this.part(RepositoryService);
  }

  get catalogue(): CatalogueService {
    return this.part(CatalogueService);
  }

  get branches(): BranchService {
    return this.part(BranchService);
  }

  get decisions(): PushDecisions {
    return this.part(PushDecisions);
  }

  get children(): ReferenceService {
    return this.part(ReferenceService);
  }

  get pushes(): PushesInFlight {
    return this.part(PushesInFlight);
  }

  get outbox(): AuditOutbox {
    return this.part(AuditOutbox);
  }

  get changes(): RefChanges {
    return this.part(RefChanges);
  }

  private rpc(): Rpc {
    const broker = {
      rtt: () => Promise.resolve(1),
      tell: (subject: string, event: unknown) => void this.events.push({ subject, event }),
      call: (subject: string, ctx: CallContext, input: never) =>
        Promise.resolve().then(() => this.answering(subject, ctx, input)),
    };
    return broker as unknown as Rpc;
  }

  private gate(): TransferGate {
    return {
      stands: () => Promise.resolve({ allowed: true }),
      decide: (push) => this.decisions.decide({ ...push, updates: [...push.updates] }),
      ended: (report) => this.decisions.ended(report),
      sign: (question) => Promise.resolve(this.part(CommitSigner).sign(question)),
    };
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
    return { requestId: 'test', deadline: Date.now() + 600_000, principal: caller('ada'), project };
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
