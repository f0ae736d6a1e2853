import {
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
import { ownContext, type Rpc } from '@holdfast/platform/rpc';
import pg from 'pg';
import { IdentityBehindBroker } from '../identity-behind-broker.fixture.js';

const short: ListQuery = { ...wholeList, limit: 1 };

/** Pages that are short, and for which the database reads everything, by one account: they took all connections. */
describe('short lists that take long', () => {
  let behind: IdentityBehindBroker;
  let gateway: Rpc;
  let holder: pg.Client;
  let admin: Principal;
  let user: Principal;
  let authenticated: () => Promise<Authenticated>;

  beforeAll(async () => {
    behind = await IdentityBehindBroker.start(1);
    [gateway] = behind.gateways;
    await behind.flush();
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
    holder = new pg.Client({ connectionString: behind.database.url });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await behind.end();
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
    await behind.service.connection.flush();
    await expect(authenticated()).resolves.toMatchObject({ principal: admin });
    await holder.query('rollback');
    await reads;
  };

  it.each<[string, Partial<ListQuery>]>([
    ['of few objects in order, which are as large as they like', {}],
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
