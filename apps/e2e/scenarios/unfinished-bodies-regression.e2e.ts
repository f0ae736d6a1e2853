import { head, RawConnection } from '../clients/raw-socket.js';
import { Api } from '../clients/api.js';
import { SecondGateway } from '../clients/second-gateway.js';
import { unique } from '../scratch.js';
import { companyAdmin, type Person } from '../world.js';

/** An address has room for 512 KiB of the bodies of those who have no account. */
const settings = { HOLDFAST_BODIES: '16' };
const size = 200 * 1024;

describe('Bodies of the API that do not end', () => {
  let gateway: SecondGateway;
  let admin: Person;
  const open: RawConnection[] = [];

  beforeAll(async () => {
    gateway = await SecondGateway.start(settings);
    admin = await companyAdmin();
  });
  afterAll(() => gateway.stop());
  afterEach(() => {
    for (const connection of open.splice(0)) connection.cut();
  });

  /** Sends all of a login but its last byte; how it is framed is said by the head. */
  const login = async (framing: Record<string, string>, body: string): Promise<RawConnection> => {
    const connection = await RawConnection.open(gateway.siteUrl);
    open.push(connection);
    const headers = { Accept: 'application/vnd.svc.v1', 'Content-Type': 'application/json', ...framing };
    connection.send(head('POST', '/api/account/sessions', headers) + body);
    return connection;
  };
  const text = `{"login":"${'x'.repeat(size - 11)}`;

  it.each([
    ['a known length', { 'Content-Length': String(size) }, text, ' '],
    [
      'an unknown length',
      { 'Transfer-Encoding': 'chunked' },
      `${text.length.toString(16)}\r\n${text}\r\n`,
      '0\r\n\r\n',
    ],
  ])('have the room of who sends them, and no more: %s', async (_name, framing, body, end) => {
    const sent = await Promise.all(Array.from({ length: 6 }, () => login(framing, body)));
    const answers = sent.map((connection) => connection.read());
    // Two are there but for a byte. They go for those that wait; of those in turn one finds no room for long.
    expect([408, 503]).toContain((await Promise.race(answers)).status);
    // Small bodies need no room, and accounts have room of their own.
    const anybody = new Api(undefined, gateway.apiUrl);
    expect(
      (await anybody.post('/account/sessions', { company: 'none', login: 'a', password: 'b' })).status,
    ).toBe(401);
    const id = unique('large');
    const made = await new Api(admin.keys, gateway.apiUrl).post('/projects', {
      id,
      name: id,
      properties: { text: 'x'.repeat(10_000) },
    });
    expect(made.status).toBe(201);
    for (const connection of sent) connection.send(end);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(1);
    expect(statuses.filter((status) => ![400, 408, 503].includes(status))).toEqual([]);
  });
});
