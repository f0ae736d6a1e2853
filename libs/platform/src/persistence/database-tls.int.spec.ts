import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ByteAuthority, testDatabaseServer } from '../testing/index.js';
import { dataSource } from './data-source.js';

// PostgreSQL itself, which speaks TLS as well from here on; its address comes from tools/test.
describe('a database with TLS', () => {
  const directory = mkdtempSync(join(tmpdir(), 'holdfast-tls-'));
  const credentials = join(directory, 'credentials.json');
  const authority = new ByteAuthority();
  const files = authority.issue('DNS:localhost');
  let administrator: pg.Client;

  /** The server keeps a file of its own, which nobody else reads. */
  const give = (name: string, file: string): Promise<unknown> => {
    const lines = pg.escapeLiteral(readFileSync(file, 'utf8').trim());
    const all = `select unnest(string_to_array(${lines}, E'\n'))`;
    return administrator.query(`copy (${all}) to program 'umask 077; cat > ${name}'`);
  };
  const speaksTls = async (): Promise<boolean> => {
    const { rows } = await administrator.query<{ ssl: string }>('show ssl');
    return rows[0].ssl === 'on';
  };

  beforeAll(async () => {
    const url = testDatabaseServer();
    writeFileSync(
      credentials,
      JSON.stringify({ database: { password: decodeURIComponent(new URL(url).password) } }),
    );
    administrator = new pg.Client({ connectionString: url });
    await administrator.connect();
    await give('spec.pem', files.cert);
    await give('spec.key', files.key);
    await administrator.query("alter system set ssl_cert_file = 'spec.pem'");
    await administrator.query("alter system set ssl_key_file = 'spec.key'");
    await administrator.query('alter system set ssl = on');
    await administrator.query('select pg_reload_conf()');
    while (!(await speaksTls())) await sleep(50);
  });
  afterAll(async () => {
    for (const name of ['ssl', 'ssl_cert_file', 'ssl_key_file'])
      await administrator.query(`alter system reset ${name}`);
    await administrator.query('select pg_reload_conf()');
    await administrator.end();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Whether a service speaks TLS with it, who takes the authority in this file. */
  const secured = async (ca: string): Promise<boolean> => {
    const url = new URL(testDatabaseServer());
    url.hostname = 'localhost';
    url.password = '';
    url.search = `sslmode=verify-full&sslrootcert=${ca}`;
    const source = dataSource({ url: url.href, credentials, schema: 'public', entities: [], migrations: [] });
    try {
      await source.initialize();
      const rows = await source.query<{ ssl: boolean }[]>(
        'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      );
      return rows[0].ssl;
    } finally {
      if (source.isInitialized) await source.destroy();
    }
  };

  it('is spoken with over TLS where it has a certificate of the authority, and else not at all', async () => {
    expect(await secured(files.ca)).toBe(true);
    await expect(secured(new ByteAuthority().issue('DNS:localhost').ca)).rejects.toThrow(/certificate/);
  });

  it('is not taken under another name than that of its certificate', async () => {
    const { cert, key } = authority.issue('DNS:elsewhere');
    await give('spec.pem', cert);
    await give('spec.key', key);
    await administrator.query('select pg_reload_conf()');
    // Servers take new files a moment later.
    let refusal = '';
    for (let left = 100; !refusal && left > 0; left -= 1) {
      refusal = await secured(files.ca).then(
        () => '',
        (error: unknown) => String(error),
      );
      await sleep(50);
    }
    expect(refusal).toMatch(/altnames/);
  });
});
