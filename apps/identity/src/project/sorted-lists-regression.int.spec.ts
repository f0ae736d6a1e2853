import {
  carriesCaller,
  identityCalls,
  notificationSettingsOperations,
  projectOperations,
  sessionOperations,
  userOperations,
  type Authenticated,
  type CallInput,
  type OperationContract,
} from '@holdfast/contracts';
import { sha256, wholeList, type ListQuery, type Principal } from '@holdfast/kernel';
import { nestLogger, setLogLevel } from '@holdfast/platform/observability';
import { ownContext, Rpc } from '@holdfast/platform/rpc';
import { NatsStrategy } from '@holdfast/platform/service-host';
import { testBroker, type TestDatabase } from '@holdfast/platform/testing';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import 'reflect-metadata';
import { freshIdentityDatabase } from '../fresh-identity-database.fixture.js';
import { identityModule } from '../identity.module.js';

const short: ListQuery = { ...wholeList, limit: 1 };

/** Pages that are short, and for which the database reads everything, by one account: they took all connections. */
describe('short lists that take long', () => {
  let database: TestDatabase;
  let app: INestMicroservice;
  let service: Rpc;
  let gateway: Rpc;
  let holder: pg.Client;
  let admin: Principal;
  let user: Principal;
  let authenticated: () => Promise<Authenticated>;

  beforeAll(async () => {
    setLogLevel('silent');
    database = await freshIdentityDatabase();
    service = await Rpc.connect(testBroker(), 'identity');
    const env = {
      natsUrl: testBroker(),
      databaseUrl: database.url,
      secret: Buffer.alloc(32, 7),
      logLevel: 'silent',
      health: { host: '127.0.0.1', port: 0 },
      drain: 0,
      siteUrl: 'http://code.example.com',
      mailSpool: '/nonexistent',
      mailFrom: 'no-reply@code.example.com',
      seats: 0,
      loginBudget: 500,
      recoveryBudget: 100,
      projectsByAdminsOnly: false,
      auditDays: 365,
    };
    app = await NestFactory.createMicroservice(identityModule(env, service), {
      strategy: new NatsStrategy(service, 'identity', carriesCaller),
      logger: nestLogger,
    });
    await app.listen();
    gateway = await Rpc.connect(testBroker(), 'gateway');
    await Promise.all([service, gateway].map((rpc) => rpc.connection.flush()));
    const made = await gateway.call(identityCalls.createCompany, ownContext('test', 20_000), { id: 'acme' });
    const body = { company: 'acme', login: made.login, password: made.password };
    const { account_key } = await gateway.call<CallInput, { account_key: string }>(
      sessionOperations.create.subject,
      ownContext('test', 20_000),
      { params: {}, body },
    );
    const keys = { companyKey: made.company_key, accountKeyHash: sha256(account_key) };
    authenticated = () => gateway.call(identityCalls.authenticate, ownContext('test', 2_000), keys);
    const found = await authenticated();
    if (!found.principal) throw new Error('nobody was authenticated');
    admin = found.principal;
    const created = await gateway.call<CallInput, { uuid: string }>(
      userOperations.create.subject,
      { ...ownContext('test', 20_000), principal: admin },
      { params: {}, body: { id: 'jane', email: 'jane@example.com', password: 'Secret123' } },
    );
    const account = { ...admin.account, id: 'jane', uuid: created.uuid };
    user = { ...admin, account, companyAdmin: false };
    holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await app.close();
    await Promise.all([service, gateway].map((rpc) => rpc.close()));
    await database.drop();
  });

  const show = (of: OperationContract, principal: Principal, list?: ListQuery): Promise<unknown> =>
    gateway.call<CallInput, unknown>(
      of.subject,
      { ...ownContext('test', 5_000), principal },
      { params: {}, query: {}, ...(list ? { list } : {}) },
    );
  /** Whether somebody is authenticated while eight of these wait for the projects. */
  const leavesConnections = async (read: () => Promise<unknown>): Promise<void> => {
    await holder.query('begin; lock table identity.project in access exclusive mode');
    const reads = Promise.allSettled(Array.from({ length: 8 }, read));
    await service.connection.flush();
    await expect(authenticated()).resolves.toMatchObject({ principal: admin });
    await holder.query('rollback');
    await reads;
  };

  it.each<[string, Partial<ListQuery>]>([
    ['sorted', { sort: 'description' }],
    ['bounded by time', { after: 2 ** 40 }],
    ['of deactivated objects', { active: false }],
  ])('leave connections to others: %s', (_, query) =>
    leavesConnections(() => show(projectOperations.list, admin, { ...short, ...query })),
  );

  it('leave connections to others: of who sees some of all projects only', async () => {
    await leavesConnections(() => show(projectOperations.list, user, short));
    await leavesConnections(() => show(notificationSettingsOperations.show, user));
  });
});
