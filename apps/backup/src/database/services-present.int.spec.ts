import { connect, createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { TestInstallation } from '../test-installation.fixture.js';
import { untilServicesEnd } from './services-present.query.js';

// On Kubernetes pods end minutes after they were told to, and a restore replaces rows below them.
describe('a restore', () => {
  let test: TestInstallation;
  beforeEach(async () => (test = await TestInstallation.make()));
  afterEach(() => test.end());

  /** A connection as a service makes it. */
  const connected = async (name: string): Promise<pg.Client> => {
    const [{ databaseUrl }] = test.installation.schemas;
    const client = new pg.Client({ connectionString: databaseUrl, application_name: name });
    await client.connect();
    return client;
  };

  it('waits until no service is connected to the database, and for nobody else', async () => {
    const other = await connected('psql');
    const service = await connected('holdfast-repository');
    const told: string[] = [];
    let ended = false;
    const waiting = untilServicesEnd(test.installation, (line) => told.push(line)).then(() => (ended = true));
    while (told.length === 0 && !ended) await new Promise((done) => setTimeout(done, 20));
    expect([ended, told]).toEqual([false, ['waits for the end of the repository service']]);
    await service.end();
    await waiting;
    await other.end();
  });

  it('waits for a database that does not answer yet, and is begun when it does', async () => {
    const [{ databaseUrl }] = test.installation.schemas;
    const url = new URL(databaseUrl);
    const { hostname, port } = url;
    let asked = 0;
    const server = createServer((client) => {
      client.on('error', () => undefined);
      if (asked++ === 0) return;
      const database = connect(Number(port), hostname).on('error', () => undefined);
      client.pipe(database).pipe(client);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const schemas = test.installation.schemas.map((each) => ({ ...each, databaseUrl: url.href }));
    const told: string[] = [];
    await untilServicesEnd({ ...test.installation, schemas }, (line) => told.push(line));
    expect(told).toEqual(['waits for the database: timeout expired']);
    server.close();
  });

  it('is not begun where a service runs on', async () => {
    const service = await connected('holdfast-artifact');
    await expect(untilServicesEnd(test.installation, () => undefined, 0)).rejects.toThrow(
      'the artifact service runs: stop all services',
    );
    await service.end();
  });
});
