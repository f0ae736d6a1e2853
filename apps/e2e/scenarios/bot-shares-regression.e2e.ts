import { Api } from '../clients/api.js';
import { SecondGateway } from '../clients/second-gateway.js';
import { unique } from '../scratch.js';
import { newCompany, newUser, type Person } from '../world.js';

/** The rates refill so slowly that the pace of the machine does not matter. */
const settings = { HOLDFAST_RATE_ACCOUNT: '0.01/6' };

describe('The bots of a user', () => {
  let gateway: SecondGateway;
  let owner: Person;
  let other: Person;
  beforeAll(async () => {
    gateway = await SecondGateway.start(settings);
    const admin = await newCompany();
    [owner, other] = [await newUser(admin), await newUser(admin)];
  });
  afterAll(() => gateway.stop());

  const botOf = async ({ client, keys }: Person): Promise<Api> => {
    const { account_key } = await client.call('bot.create', { body: { id: unique('bot') } });
    return new Api({ company_key: keys.company_key, account_key }, gateway.apiUrl);
  };
  const left = async (api: Api): Promise<[number, string | null]> => {
    const { status, headers } = await api.get('/projects');
    return [status, headers.get('x-ratelimit-remaining')];
  };

  it('use up the rate of their owner, and have none of their own', async () => {
    const [one, two, others] = [await botOf(owner), await botOf(owner), await botOf(other)];
    const own = new Api(owner.keys, gateway.apiUrl);
    expect(await left(one)).toEqual([200, '5']);
    expect(await left(two)).toEqual([200, '4']);
    expect(await left(own)).toEqual([200, '3']);
    for (const api of [one, two, own]) await left(api);
    for (const api of [one, two, own]) expect(await left(api)).toEqual([429, '0']);
    expect(await left(others)).toEqual([200, '5']);
  });
});
