import { Api } from '../clients/api.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { SecondGateway } from '../clients/second-gateway.js';
import { unique } from '../scratch.js';
import { newCompany, newProject, newUser, type Person } from '../world.js';

/** Each account has room for one page of 4 MiB. */
const settings = { HOLDFAST_UNSENT_ANSWERS: '16' };

describe('Answers that nobody takes', () => {
  let gateway: SecondGateway;
  let admin: Person;
  let hog: Person;
  let other: Person;
  const open: RawConnection[] = [];

  beforeAll(async () => {
    gateway = await SecondGateway.start(settings);
    admin = await newCompany();
    [hog, other] = [await newUser(admin), await newUser(admin)];
    const properties = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`k${index}`, 'x'.repeat(1_000)]),
    );
    for (let left = 6; left > 0; left -= 1) {
      const batch = Array.from({ length: 12 }, () => {
        const id = unique('big');
        return { id, name: id, visibility: 'members', properties };
      });
      const { status, body } = await hog.api.post('/projects', batch);
      expect([status, JSON.stringify(body).length > 700_000]).toEqual([201, true]);
    }
    await newProject(other);
  });
  afterAll(() => gateway.stop());
  afterEach(() => {
    for (const connection of open.splice(0)) connection.cut();
  });

  const there = (person: Person): Api => new Api(person.keys, gateway.apiUrl);
  const list = '/projects?limit=1000';
  const asking = ({ keys }: Person, path: string): string =>
    head('GET', `/api${path}`, {
      Authorization: `svc.company_key="${keys.company_key}",account_key="${keys.account_key}"`,
    });
  /** Many connections that ask for more than the kernel holds, and take none of it. */
  const flood = async (): Promise<void> => {
    for (let left = 4; left > 0; left -= 1) {
      const connection = await RawConnection.open(gateway.siteUrl);
      open.push(connection.deafen());
      connection.send(asking(hog, list).repeat(20));
    }
  };

  it('use up the share of their account alone, until they are taken', async () => {
    await flood();
    let refused = await there(hog).get(list);
    // As long as the kernel takes what is sent, there is room.
    for (let left = 40; refused.status === 200 && left > 0; left -= 1) refused = await there(hog).get(list);
    const { status, headers, body } = refused;
    expect([status, body.api_status, body.api_message]).toEqual([503, 503, 'Service Unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // What is small is answered, and others get their lists.
    expect((await there(hog).get('/users/me')).status).toBe(200);
    expect((await there(other).get(list)).status).toBe(200);
    for (const connection of open.splice(0)) connection.cut();
    expect((await there(hog).get(list)).status).toBe(200);
  });

  it('do not cost those who take them anything', async () => {
    const [one, two] = await Promise.all([there(hog).get(list), there(hog).get(list)]);
    for (const { status, body } of [one, two]) {
      expect(status).toBe(200);
      expect(body.results.length).toBe(body.metadata.count);
      expect(body.results.length).toBeGreaterThan(60);
    }
    const connection = await RawConnection.open(gateway.siteUrl);
    open.push(connection.deafen());
    connection.send(asking(hog, list).repeat(2) + asking(hog, '/users/me'));
    connection.hear();
    for (let left = 2; left > 0; left -= 1) {
      const { status, headers, body } = await connection.read();
      expect([status, body.length]).toEqual([200, Number(headers['content-length'])]);
      expect(JSON.parse(body)).toMatchObject({ metadata: { more_results: true } });
    }
    expect((await connection.read()).status).toBe(200);
  });
});
