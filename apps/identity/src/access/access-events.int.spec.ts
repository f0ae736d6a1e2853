import {
  accessChanged,
  healthCall,
  identityCalls,
  identityFeed,
  sessionOperations,
  userOperations,
  type AccessChanged,
  type Authenticated,
  type CallInput,
  type CallSubject,
  type CreatedCompany,
  type OperationContract,
} from '@holdfast/contracts';
import { sha256, type JsonObject, type Principal } from '@holdfast/kernel';
import { ownContext, type Rpc } from '@holdfast/platform/rpc';
import { IdentityBehindBroker } from '../identity-behind-broker.fixture.js';

interface Login {
  account_key: string;
  company_key: string;
}

// PostgreSQL and NATS themselves; their addresses come from tools/test.
describe('identity behind a broker', () => {
  let behind: IdentityBehindBroker;
  let gateways: readonly Rpc[];
  const heard: AccessChanged[][] = [[], []];
  let company: CreatedCompany;
  let admin: Principal;

  beforeAll(async () => {
    behind = await IdentityBehindBroker.start(2);
    ({ gateways } = behind);
    gateways.forEach((gateway, index) => {
      gateway.hears(identityFeed).on<AccessChanged>(accessChanged, (event) => heard[index].push(event));
    });
    await behind.flush();
    company = await ask(identityCalls.createCompany, { id: 'acme' });
    const login = await logIn(company.login, company.password);
    admin = (await authenticate(login)).principal ?? fail();
  });
  afterAll(() => behind.end());

  const fail = (): never => {
    throw new Error('nobody was authenticated');
  };
  const ask = <Request, Answer>(subject: CallSubject<Request, Answer>, input: Request): Promise<Answer> =>
    gateways[0].call(subject, ownContext('test', 20_000), input);
  const run = <T>(
    { subject }: OperationContract,
    body: JsonObject,
    params = {},
    caller: { principal?: Principal } = { principal: admin },
  ): Promise<T> => {
    const ctx = { ...ownContext('test', 20_000), ...caller };
    return gateways[0].call<CallInput, T>(subject, ctx, { params, body });
  };
  const logIn = (login: string, password: string): Promise<Login> =>
    run(sessionOperations.create, { company: 'acme', login, password }, {}, {});
  const authenticate = ({ company_key: companyKey, account_key }: Login): Promise<Authenticated> =>
    ask(identityCalls.authenticate, { companyKey, accountKeyHash: sha256(account_key) });
  const user = (id: string): Promise<{ uuid: string }> =>
    run(userOperations.create, { id, email: `${id}@example.com`, password: 'Secret123' });

  const heardOf = async (index: number, uuid: string): Promise<boolean> => {
    for (let waited = 0; waited < 1000; waited += 10) {
      if (heard[index].some(({ accounts }) => accounts?.includes(uuid))) return true;
      await new Promise((done) => setTimeout(done, 10));
    }
    return false;
  };

  it('is up', async () => {
    expect(await ask(healthCall('identity'), {})).toEqual({
      service: 'identity',
      up: true,
      parts: { database: true, broker: true },
    });
  });

  it('tells the gateway that asked before it answers it, and all others at once', async () => {
    const { uuid } = await user('leaver');
    const login = await logIn('leaver', 'Secret123');
    await run(userOperations.delete, {}, { id: 'leaver' });
    expect(heard[0].some(({ accounts }) => accounts?.includes(uuid))).toBe(true);
    expect(await heardOf(1, uuid)).toBe(true);
    expect(await authenticate(login)).toEqual({});
  });

  it('tells of a password that was changed, and of a logout', async () => {
    const { uuid } = await user('changer');
    const login = await logIn('changer', 'Secret123');
    heard[1].length = 0;
    await run(userOperations.update, { password: 'Another123' }, { id: 'changer' });
    expect(await heardOf(1, uuid)).toBe(true);
    expect(await authenticate(login)).toEqual({});
    const again = await logIn('changer', 'Another123');
    heard[1].length = 0;
    await run(sessionOperations.delete, {}, { id: again.account_key }, {});
    expect(await heardOf(1, uuid)).toBe(true);
  });
});
