import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokerLogins, databasePassword, ensureCredentials, readCredentials } from './credentials.mjs';
import { layout } from './paths.mjs';
import { writePidFile } from './pid-files.mjs';
import { thisProcess } from './process-identity.mjs';
import { ensureDatabase, provision, replacePasswords, takesPassword } from './provision.mjs';
import { rotate } from './rotation.mjs';
import { loadSecrets } from './secrets.mjs';
import { databaseOwners, operator, services } from './services.mjs';

const server = String(process.env.HOLDFAST_TEST_DATABASE_URL);
const names = [...services, operator].map(({ name }) => name);

// PostgreSQL itself; the server's address comes from tools/test.
describe('replacing the passwords of an installation', () => {
  /** @type {import('./paths.mjs').Home} */
  let home;
  const all = () => names.map((name) => readCredentials(home, name));
  const passwords = () =>
    all().flatMap(({ broker, database }) => [broker.password, ...(database ? [database.password] : [])]);

  beforeEach(() => {
    const directory = mkdtempSync(join(tmpdir(), 'rotation-'));
    home = layout(directory);
    for (const each of ['credentials', 'nats']) mkdirSync(join(directory, each));
    ensureCredentials(home);
  });

  afterEach(() => rmSync(home.home, { recursive: true }));

  it('that does not run gives its next start other ones', async () => {
    const { superuser, secret } = loadSecrets(home.secrets);
    const before = passwords();
    await rotate(home, {});
    expect(passwords().filter((password) => before.includes(password))).toEqual([]);
    expect(readCredentials(home, 'gateway').broker.user).toBe('gateway-1');
    expect(loadSecrets(home.secrets)).toMatchObject({ secret, previous: superuser });
    expect(loadSecrets(home.secrets).superuser).not.toBe(superuser);
    await rotate(home, {});
    expect(loadSecrets(home.secrets).previous).toContain(superuser);
  });

  // Files got what broker and database, which were being started with others, were never told.
  it('that is just being started is refused, and changes nothing', async () => {
    const before = [loadSecrets(home.secrets), ...all()];
    mkdirSync(home.run, { recursive: true });
    writePidFile(home.pidFile('supervisor'), thisProcess());
    await expect(rotate(home, {})).rejects.toThrow('just being started');
    expect([loadSecrets(home.secrets), ...all()]).toEqual(before);
  });

  describe('over a database and a broker of its own', () => {
    const database = `rotated_${randomBytes(4).toString('hex')}`;
    const elsewhere = { natsUrl: 'nats://broker.example', databaseUrl: '' };
    /** @type {(name: string, password?: string) => string} */
    let urlOf;

    beforeEach(async () => {
      elsewhere.databaseUrl = await ensureDatabase(server, database);
      /** @param {string} name */
      const passwordOf = (name) => databasePassword(home, name);
      const addressOf = await provision(elsewhere.databaseUrl, databaseOwners, passwordOf);
      urlOf = (name, password = passwordOf(name)) => {
        const url = new URL(addressOf(name));
        url.password = password;
        return url.href;
      };
    });

    afterAll(async () => {
      const { Client } = (await import('pg')).default;
      const client = new Client({ connectionString: server });
      await client.connect();
      await client.query(`drop database ${database} with (force)`);
      for (const name of databaseOwners) await client.query(`drop role ${database}_${name}`);
      await client.end();
    });

    it('replaces those of the roles, and takes the next logins that the broker was told', async () => {
      const told = brokerLogins(home, { fresh: false });
      const before = databasePassword(home, 'identity');
      await rotate(home, elsewhere);
      expect(await takesPassword(urlOf('identity'))).toBe(true);
      expect(await takesPassword(urlOf('identity', before))).toBe(false);
      for (const name of names) expect(told).toContainEqual({ name, ...readCredentials(home, name).broker });
      expect(all().filter(({ database: own }) => own?.previous)).toEqual([]);
    });

    it('says so when the broker knows no further logins, and changes nothing', async () => {
      const before = all();
      await expect(rotate(home, elsewhere)).rejects.toThrow('broker config --passwords');
      expect(all()).toEqual(before);
      expect(await takesPassword(urlOf('artifact'))).toBe(true);
    });

    it('is finished by the next start where it was cut off', async () => {
      const password = databasePassword(home, 'artifact');
      await replacePasswords(elsewhere.databaseUrl, [[`${database}_artifact`, 'half done']]);
      expect(await takesPassword(urlOf('artifact'))).toBe(false);
      await provision(elsewhere.databaseUrl, databaseOwners, (name) => databasePassword(home, name));
      expect(await takesPassword(urlOf('artifact', password))).toBe(true);
    });
  });
});
