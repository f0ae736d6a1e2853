import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { setLogLevel } from '../observability/logger.js';
import { testDatabase, testDatabaseServer, type TestDatabase } from '../testing/index.js';
import { runComposed } from './composed-statement.js';
import { dataSource } from './data-source.js';
import { isAway } from './is-away.js';
import { statement } from './statement.js';

const sleep = statement<{ slept: true }>('sleep', 'select true as slept from pg_sleep($1)');
const stopped = 'canceling statement due to user request';
const running = `select count(*)::int as count from pg_stat_activity
  where state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()
    and datname = current_database()`;

// PostgreSQL itself; the server's address comes from tools/test.
describe('a statement for somebody who waits until a deadline', () => {
  let database: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    setLogLevel('silent');
    database = await testDatabase(testDatabaseServer(), 'test');
    source = dataSource({ url: database.url, schema: 'test', entities: [], migrations: [], poolSize: 3 });
    await source.initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('answers as any other', async () => {
    expect(await sleep({ source, deadline: Date.now() + 60_000 }, [0])).toEqual([{ slept: true }]);
  });

  it('stops at the deadline, and its connection goes on', async () => {
    const asked = Array.from({ length: 2 }, () => sleep({ source, deadline: Date.now() + 300 }, [600]));
    for (const each of await Promise.allSettled(asked))
      expect(each).toMatchObject({ reason: { message: stopped } });
    expect(await runComposed(source, undefined, running, {})).toEqual([{ count: 0 }]);
    expect(await sleep({ source, deadline: Date.now() + 60_000 }, [0])).toHaveLength(1);
  });

  it('is not begun after it', async () => {
    await expect(sleep({ source, deadline: Date.now() - 1 }, [600])).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('fails when its connection breaks', async () => {
    const asked = Promise.allSettled([sleep({ source, deadline: Date.now() + 60_000 }, [600])]);
    const end = running.replace('count(*)::int', 'count(pg_terminate_backend(pid))::int');
    for (let ended = 0; ended === 0;)
      ended = (await runComposed<{ count: number }>(source, undefined, end, {}))[0].count;
    const [broken] = await asked;
    expect(broken.status === 'rejected' && isAway(broken.reason)).toBe(true);
  });
});
