import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DatabasePassword } from '../credentials/credentials.js';
import { testDatabaseServer } from '../testing/index.js';
import { renewingDriver } from './renewed-password.js';

// PostgreSQL itself; its address comes from tools/test.
describe('a pool whose password is replaced', () => {
  const role = `renewed_${randomBytes(4).toString('hex')}`;
  const url = new URL(testDatabaseServer());
  let administrator: pg.Client;
  let file: DatabasePassword;
  let reads = 0;
  let pool: pg.Pool;

  const replace = (password: string): Promise<unknown> =>
    administrator.query(`alter role ${role} with password '${password}'`);
  const ask = async (): Promise<unknown> =>
    (await pool.query<{ one: number }>('select 1 as one')).rows[0].one;

  beforeAll(async () => {
    administrator = new pg.Client({ connectionString: testDatabaseServer() });
    await administrator.connect();
    await administrator.query(`create role ${role} login password 'first'`);
    url.username = role;
    url.password = '';
    url.search = 'require_auth=scram-sha-256';
  });

  beforeEach(async () => {
    await replace('first');
    file = { password: 'first' };
    const { Pool } = renewingDriver(() => {
      reads += 1;
      return file;
    });
    pool = new Pool({ connectionString: url.href, max: 2 });
  });

  afterEach(() => pool.end());

  afterAll(async () => {
    await administrator.query(`drop role ${role}`);
    await administrator.end();
  });

  it('reads it for a new connection and for nothing else', async () => {
    const before = reads;
    for (let n = 0; n < 5; n += 1) expect(await ask()).toBe(1);
    expect(reads).toBe(before + 1);
    await replace('second');
    file = { password: 'second' };
    expect(await ask()).toBe(1);
    expect(reads).toBe(before + 1);
    const held = await pool.connect();
    expect(await ask()).toBe(1);
    held.release();
    expect(reads).toBe(before + 2);
  });

  it('takes either password while it is being replaced', async () => {
    file = { password: 'second', previous: 'first' };
    expect(await ask()).toBe(1);
    const held = await pool.connect();
    await replace('second');
    expect(await ask()).toBe(1);
    held.release();
  });

  it('reads again when it was refused at the moment of the replacement', async () => {
    await replace('second');
    const late = setTimeout(() => (file = { password: 'second' }), 60);
    expect(await ask()).toBe(1);
    clearTimeout(late);
  });

  it('gives up when no password is taken', async () => {
    file = { password: 'wrong' };
    await expect(ask()).rejects.toMatchObject({ code: '28P01' });
    await expect(pool.connect()).rejects.toMatchObject({ code: '28P01' });
  });
});
