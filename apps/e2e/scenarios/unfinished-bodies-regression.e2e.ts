import { head, RawConnection } from '../clients/raw-socket.js';
import { Api } from '../clients/api.js';
import { SecondGateway } from '../clients/second-gateway.js';
import { unique } from '../scratch.js';
import { companyAdmin, type Person } from '../world.js';

/** An address without an account has room for four bodies of 1 MiB. */
const settings = { HOLDFAST_UNSENT_ANSWERS: '16' };
const mebibyte = 1024 * 1024;

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
  const text = `{"login":"${'x'.repeat(mebibyte - 11)}`;

  it.each([
    ['a known length', { 'Content-Length': String(mebibyte) }, text, ' '],
    [
      'an unknown length',
      { 'Transfer-Encoding': 'chunked' },
      `${text.length.toString(16)}\r\n${text}\r\n`,
      '0\r\n\r\n',
    ],
  ])('have the room of who sends them, and no more: %s', async (_name, framing, body, end) => {
    const sent = await Promise.all(Array.from({ length: 6 }, () => login(framing, body)));
    const answers = sent.map((connection) => connection.read());
    const first = await Promise.race(answers);
    expect([first.status, Number(first.headers['retry-after']) > 0]).toEqual([503, true]);
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
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(3);
    expect(statuses.every((status) => status === 400 || status === 503)).toBe(true);
  });
});
