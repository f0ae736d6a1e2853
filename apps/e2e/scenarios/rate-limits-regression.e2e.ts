import { Api, type Answer } from '../clients/api.js';
import { ask, pathOf } from '../clients/door.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { SecondGateway } from '../clients/second-gateway.js';
import {
  companyAdmin,
  giveRole,
  newCompany,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
} from '../world.js';

/** The rates refill so slowly that the pace of the machine does not matter. */
const settings = { HOLDFAST_RATE_ACCOUNT: '0.01/6', HOLDFAST_RATE_COMPANY: '0.01/15' };

describe('A gateway with rates', () => {
  let gateway: SecondGateway;
  let admin: Person;
  let project: ProjectAt;

  beforeAll(async () => {
    gateway = await SecondGateway.start(settings);
    admin = await newCompany();
    project = await newProject(admin);
  });
  afterAll(() => gateway.stop());

  const there = (person: Person): Api => new Api(person.keys, gateway.apiUrl);
  const left = ({ status, headers }: Answer): [number, string | null] => [
    status,
    headers.get('x-ratelimit-remaining'),
  ];
  const refused = ({ status, headers, body }: Answer, remaining = '0'): void => {
    expect([status, body.api_status, body.api_message]).toEqual([429, 429, 'Too Many Requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('x-ratelimit-remaining')).toBe(remaining);
  };

  it('says how an account stands, refuses what is too much before it reads it, and lets others be', async () => {
    const [busy, other] = [await newUser(admin), await newUser(admin)];
    await giveRole(admin, project, busy, 'developer');
    const jars = await newRepository(admin, project, 'maven');
    for (const remaining of ['5', '4', '3', '2'])
      expect(left(await there(busy).get('/projects'))).toEqual([200, remaining]);
    // What costs more counts for more.
    const heavy = await there(busy).get('/projects?include=repositories');
    refused(heavy, '2');
    expect(left(await there(busy).get('/projects?count=repositories'))).toEqual([200, '0']);
    refused(await there(busy).get('/projects'));

    const connection = await RawConnection.open(gateway.siteUrl);
    const body = { 'Content-Type': 'application/json', 'Content-Length': '1000', Expect: '100-continue' };
    const keys = `svc.company_key="${busy.keys.company_key}",account_key="${busy.keys.account_key}"`;
    connection.send(head('POST', '/api/projects', { Authorization: keys, ...body }));
    expect((await connection.read()).status).toBe(429);
    connection.cut();

    const file = await ask('GET', gateway.siteUrl + pathOf(jars.url) + '/a/b/1/b-1.jar', busy);
    expect([file.status, file.statusText]).toEqual([429, 'too many requests, try again later']);
    expect(await file.text()).toBe('too many requests, try again later\n');
    expect(Number(file.headers.get('retry-after'))).toBeGreaterThan(0);
    const refs = `${gateway.siteUrl}/${admin.company}/projects/${project.id}/repositories/git/x/info/refs`;
    expect((await ask('GET', `${refs}?service=git-upload-pack`, busy)).status).toBe(429);

    expect((await there(other).get('/projects')).status).toBe(200);
  });

  it('counts the accounts of a company together, and each company by itself', async () => {
    const elsewhere = await newCompany();
    const people = [elsewhere, await newUser(elsewhere), await newUser(elsewhere)];
    const statuses: number[] = [];
    for (const person of people)
      for (let asked = 0; asked < 6; asked += 1) statuses.push((await there(person).get('/projects')).status);
    expect(statuses.filter((status) => status === 200).length).toBe(15);
    const last = await there(people[2]).get('/projects');
    refused(last);
    expect(last.headers.get('x-ratelimit-limit')).toBe('15');
    expect((await there(await companyAdmin()).get('/projects?limit=1')).status).toBe(200);
  });

  it('counts every object of a batch', async () => {
    const person = await newUser(await newCompany());
    const batch = Array.from({ length: 20 }, () => ({ id: '' }));
    expect(left(await there(person).post('/projects', batch))).toEqual([422, '5']);
    refused(await there(person).get('/projects'));
  });

  it('says nothing of rates, and refuses nothing, where none are set', async () => {
    for (let asked = 0; asked < 30; asked += 1) {
      const { status, headers } = await admin.api.get('/projects');
      expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, null]);
    }
  });
});
