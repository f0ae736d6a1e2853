import 'reflect-metadata';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  asksForBot,
  identityCalls,
  userOperations,
  type CallInput,
  type CreatedCompany,
  type BotAccessAnswer,
  type GroupAccessAnswer,
  type OperationContract,
  type ProjectAccessAnswer,
} from '@holdfast/contracts';
import {
  DomainError,
  wholeList,
  type ApiErrors,
  type CallContext,
  type JsonObject,
  type ListQuery,
  type Page,
  type Principal,
} from '@holdfast/kernel';
import { setLogLevel } from '@holdfast/platform/observability';
import type { ReplyMessage, Rpc } from '@holdfast/platform/rpc';
import type { TestDatabase } from '@holdfast/platform/testing';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AccountStore } from './account/account.store.js';
import { principalOf } from './account/principal.view.js';
import { CompanyStore } from './company/company.store.js';
import { freshIdentityDatabase } from './fresh-identity-database.fixture.js';
import { testIdentityEnv } from './identity-env.fixture.js';
import type { IdentityEnv } from './identity.env.js';
import { identityModule } from './identity.module.js';
import { services } from './composition.js';
import { Loopback, type ToldEvent } from './loopback.fixture.js';

/** What the API shows of anything, as far as a test looks at it. */
export interface AnyView extends JsonObject {
  id: string;
  uuid: string;
}

type Handler = (ctx: CallContext, input: unknown) => Promise<ReplyMessage>;
type Who = Principal | undefined;

/** The service with real PostgreSQL and without a broker; calls stand for those of gateways and operators. */
export class IdentityWorld {
  /** Statements that were sent to the database. */
  readonly statements: string[] = [];
  private unlisten?: () => void;

  private constructor(
    private readonly app: INestApplicationContext,
    private readonly database: TestDatabase,
    private readonly handlers: ReadonlyMap<string, Handler>,
    private readonly loopback: Loopback,
    readonly mail: string,
    readonly source: DataSource,
  ) {}

  static async start(settings: Partial<IdentityEnv> = {}): Promise<IdentityWorld> {
    setLogLevel('silent');
    const database = await freshIdentityDatabase();
    const mail = await mkdtemp(join(tmpdir(), 'holdfast-mail-'));
    const env = testIdentityEnv({ databaseUrl: database.url, mailSpool: mail, ...settings });
    const loopback = new Loopback();
    const app = await NestFactory.createApplicationContext(identityModule(env, loopback as unknown as Rpc), {
      logger: false,
    });
    const world = new IdentityWorld(app, database, handlersOf(app), loopback, mail, app.get(DataSource));
    world.listen();
    return world;
  }

  async end(): Promise<void> {
    this.unlisten?.();
    await this.app.close();
    await this.database.drop();
    await rm(this.mail, { recursive: true, force: true });
  }

  /** A part of the service itself. */
  part<T>(type: Type<T>): T {
    return this.app.get<T>(type);
  }

  get told(): ToldEvent[] {
    return this.loopback.told;
  }

  /** A call by subject; errors come out as they crossed the wire. */
  async ask<T>(subject: string, input: unknown, ctx: Partial<CallContext> = {}): Promise<T> {
    const handler = this.handlers.get(subject);
    if (!handler) throw new Error(`nobody answers ${subject}`);
    const context = { requestId: 'test', deadline: Date.now() + 600_000, ...ctx };
    const { value, error } = await handler(context, JSON.parse(JSON.stringify(input)));
    if (error) throw DomainError.fromWire(error);
    return (value === undefined ? undefined : JSON.parse(JSON.stringify(value))) as T;
  }

  /** An operation as the gateway passes it on: the objects in the path are in the context, or it is not passed on. */
  async run<T = AnyView>(
    operation: OperationContract,
    principal: Who,
    { params = {}, ...input }: Partial<CallInput> = {},
    address = '192.0.2.1',
  ): Promise<T> {
    const ctx: Partial<CallContext> = { principal, address };
    const { project_id, group_id, id } = params;
    if (project_id !== undefined) {
      const scope = { id: project_id };
      ctx.project = (await this.ask<ProjectAccessAnswer>(identityCalls.projectAccess, scope, ctx)).project;
      if (!ctx.project) throw DomainError.notFound();
    }
    if (group_id !== undefined) {
      ctx.group = (await this.ask<GroupAccessAnswer>(identityCalls.groupAccess, { id: group_id }, ctx)).group;
      if (!ctx.group) throw DomainError.notFound();
    }
    if (asksForBot(operation.privilege)) {
      ctx.bot = (await this.ask<BotAccessAnswer>(identityCalls.botAccess, { id }, ctx)).bot;
      if (!ctx.bot) throw DomainError.notFound();
    }
    return this.ask<T>(operation.subject, { params, ...input }, ctx);
  }

  list<T = AnyView>(
    operation: OperationContract,
    principal: Who,
    query: Partial<ListQuery> = {},
    params: Record<string, string> = {},
  ): Promise<Page<T>> {
    return this.run(operation, principal, { params, list: { ...wholeList, ...query } });
  }

  /** A company with its admin. */
  async company(id: string): Promise<CreatedCompany & { admin: Principal }> {
    const made = await this.ask<CreatedCompany>(identityCalls.createCompany, { id });
    return { ...made, admin: await this.principal(id, made.login) };
  }

  /** Users of the admin's company, by these ids; their password is `Secret123`. */
  async users(admin: Principal, ...ids: string[]): Promise<void> {
    for (const id of ids) {
      const body = { id, email: `${id}@example.com`, password: 'Secret123' };
      await this.run(userOperations.create, admin, { body });
    }
  }

  /** Very many projects of a company (its uuid), p1 and so on, by one statement. */
  async manyProjects(company: string, count: number): Promise<void> {
    await this.source.query(
      `insert into project (uuid, company_uuid, id, name, visibility, color, labels, description, properties,
          created_at, updated_at, search_text)
        select gen_random_uuid(), $1, 'p' || n, 'Project ' || n, 'company', 'blue', '{}', '', '{}', now(), now(), ''
          from generate_series(1, $2::int) n`,
      [company, count],
    );
  }

  /** Who the account of this id is now, as authentication would say. */
  async principal(company: string, id: string): Promise<Principal> {
    const scope = await this.app.get(CompanyStore).find(company);
    const row = scope && (await this.app.get(AccountStore).findLogin(scope.uuid, id));
    if (!row) throw new Error(`there is no ${id} in ${company}`);
    return principalOf(row, scope);
  }

  /** Statements that the call sends to the database. */
  async counted<T>(call: () => Promise<T>): Promise<{ value: T; statements: string[] }> {
    this.statements.length = 0;
    const value = await call();
    return { value, statements: [...this.statements] };
  }

  /** A mail in the spool that holds all the texts; waits for it. */
  async mailWith(...texts: string[]): Promise<string> {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const [found] = await this.mailsWith(...texts);
      if (found) return found;
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`no mail holds ${texts.join(' and ')}`);
  }

  async mailsWith(...texts: string[]): Promise<string[]> {
    const names = (await readdir(this.mail)).filter((file) => file.endsWith('.eml'));
    const mails = await Promise.all(names.map((name) => readFile(join(this.mail, name), 'utf8')));
    return mails.filter((mail) => texts.every((text) => mail.includes(text)));
  }

  private listen(): void {
    const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query');
    const send = original?.value as (...args: unknown[]) => unknown;
    const { statements } = this;
    const query = function (this: unknown, ...args: unknown[]): unknown {
      const [first] = args;
      const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
      // Audit records are collected, and events told of, at any time.
      if (!/audit_|pg_notify/.test(text)) statements.push(text);
      return send.apply(this, args);
    };
    Object.defineProperty(pg.Client.prototype, 'query', { ...original, value: query });
    this.unlisten = () => Object.defineProperty(pg.Client.prototype, 'query', { ...original });
  }
}

/** Every decorated method by its subject. */
const handlersOf = (app: INestApplicationContext): Map<string, Handler> => {
  const handlers = new Map<string, Handler>();
  for (const service of services as readonly Type<object>[]) {
    const instance = app.get<object>(service);
    const prototype = service.prototype as Record<string, Handler>;
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const patterns = Reflect.getMetadata('microservices:pattern', prototype[name]) as string[] | undefined;
      for (const pattern of patterns ?? []) handlers.set(pattern, prototype[name].bind(instance));
    }
  }
  return handlers;
};

/** What a refusal says by attribute; fails when there is none. */
export const errorsOf = async (call: Promise<unknown>): Promise<ApiErrors | undefined> =>
  (await refusal(call)).detail.errors;

/** The code of a refusal. */
export const codeOf = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).code;

export const refusal = async (call: Promise<unknown>): Promise<DomainError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('the call was not refused');
};
