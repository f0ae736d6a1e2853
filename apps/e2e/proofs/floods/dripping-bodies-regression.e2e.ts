/** @alone Measures how long others wait. */
import { authorization, Api } from '../../clients/api.js';
import { head, RawConnection, type RawAnswer } from '../../clients/raw-socket.js';
import { SecondGateway } from '../../clients/second-gateway.js';
import { unique } from '../../scratch.js';
import { newCompany, newUser, type Person } from '../../world.js';

/** An account has room for 3.5 MiB of bodies, and as much as a page of 4 MiB for its answers. */
const settings = { HOLDFAST_BODIES: '16', HOLDFAST_UNSENT_ANSWERS: '16' };
const kibibyte = 1024;
/** Addresses of this machine. */
const addresses = [11, 12, 13, 14].map((last) => `127.0.0.${last}`);

describe('Bodies that drip', () => {
  let gateway: SecondGateway;
  let hog: Person;
  let neighbour: Person;
  let other: Person;
  let drip: NodeJS.Timeout;
  const open: RawConnection[] = [];

  beforeAll(async () => {
    gateway = await SecondGateway.start(settings);
    const admin = await newCompany();
    [hog, neighbour] = [await newUser(admin), await newUser(admin)];
    other = await newUser(await newCompany());
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    drip = setInterval(() => {
      for (const connection of open) connection.send('1\r\n \r\n');
    }, 250);
  });
  afterEach(() => {
    clearInterval(drip);
    for (const connection of open.splice(0)) connection.cut();
  });

  /** Begins bodies in chunks of which the first has so many bytes; small pieces of them follow by and by. */
  const begin = async (
    count: number,
    bytes: number,
    target: string,
    { keys }: Partial<Person>,
  ): Promise<RawConnection[]> => {
    const headers = {
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
      ...(keys && { Authorization: authorization(keys) }),
    };
    const text = `{"name":"${'x'.repeat(bytes)}`;
    const sent: RawConnection[] = [];
    for (let number = 0; number < count; number += 1) {
      const connection = await RawConnection.open(gateway.siteUrl, addresses[number % addresses.length]);
      connection.send(`${head('POST', target, headers)}${text.length.toString(16)}\r\n${text}\r\n`);
      sent.push(connection);
    }
    open.push(...sent);
    return sent;
  };

  /** What everybody else does meanwhile, and the longest time that anything took (ms). */
  const othersWork = async (rounds = 10): Promise<number> => {
    let longest = 0;
    const timed = async (asked: Promise<{ status: number }>): Promise<number> => {
      const begun = performance.now();
      const { status } = await asked;
      longest = Math.max(longest, performance.now() - begun);
      return status;
    };
    for (let round = 0; round < rounds; round += 1)
      for (const person of [neighbour, other]) {
        const api = new Api(person.keys, gateway.apiUrl);
        const id = unique('project');
        const properties = { text: 'x'.repeat(10_000) };
        const { company, id: login, password } = person;
        const statuses = await Promise.all([
          timed(api.get('/projects?limit=1000')),
          timed(api.post('/projects', { id, name: id, properties })),
          timed(new Api(undefined, gateway.apiUrl).post('/account/sessions', { company, login, password })),
        ]);
        expect(statuses).toEqual([200, 201, 201]);
      }
    return longest;
  };

  const login = '/api/account/sessions';
  const projects = '/api/projects';

  it.each([
    ['no account', () => [[login, {}] as const]],
    ['one account', () => [[projects, hog] as const]],
    ['no account, and from one', () => [[login, {}] as const, [projects, hog] as const]],
  ])('from %s keep nobody else waiting, and take little memory', async (_, floods) => {
    await othersWork(2);
    const before = gateway.memory();
    for (const [target, who] of floods()) {
      await begin(200, 3 * kibibyte, target, who);
      await begin(40, 8 * kibibyte, target, who);
    }
    expect(await othersWork()).toBeLessThan(2_000);
    expect(gateway.memory() - before).toBeLessThan(100);
  });

  it('are ended for those for whom there is no room', async () => {
    const dripping = await begin(60, 64 * kibibyte, projects, hog);
    const ended: RawAnswer[] = [];
    for (const connection of dripping)
      void connection.read().then(
        (answer) => ended.push(answer),
        () => undefined,
      );
    // Not before the gateway has read as much of them as there is room for.
    for (let round = 0; ended.length === 0 && round < 50; round += 1) {
      const id = unique('project');
      const properties = { text: 'x'.repeat(10_000) };
      const made = await new Api(hog.keys, gateway.apiUrl).post('/projects', { id, name: id, properties });
      expect(made.status).toBe(201);
    }
    expect(await othersWork(3)).toBeLessThan(2_000);
    expect(ended.length).toBeGreaterThan(0);
    const { status, headers, body } = ended[0];
    expect([status, headers.connection]).toEqual([408, 'close']);
    expect(JSON.parse(body)).toMatchObject({ api_status: 408, api_message: 'Request Timeout' });
    expect(dripping.length - ended.length).toBeGreaterThan(30);
  });
});
