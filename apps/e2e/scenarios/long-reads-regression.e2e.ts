/** @apart Makes reads of the identity service wait. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { must } from '../clients/api.js';
import { ProcessDoors } from '../clients/process-doors.js';
import { newCompany, newProject, newUser, type Person } from '../world.js';

/** Statements of the service that wait for the table that this scenario holds. */
const held = `select count(*)::int as count from pg_stat_activity
  where usename = current_user and wait_event_type = 'Lock'`;

/** A company's lists that take the database as long as they can: each waits for a table that somebody holds. */
describe('Lists that take long', () => {
  let holder: pg.Client;
  /** Sees new connections, too: a transaction knows those that were there when it first looked. */
  let watcher: pg.Client;
  let rivals: Person[];
  let victim: Person;

  beforeAll(async () => {
    const admin = await newCompany();
    rivals = [admin, await newUser(admin), await newUser(admin), await newUser(admin)];
    victim = await newCompany();
    await newProject(victim);
    holder = new ProcessDoors('identity').databaseClient();
    await holder.connect();
    watcher = new ProcessDoors('identity').databaseClient();
    await watcher.connect();
  });
  afterAll(() => Promise.all([holder.end(), watcher.end()]));

  const waiting = async (): Promise<number> => (await watcher.query<{ count: number }>(held)).rows[0].count;
  const until = async (reached: (count: number) => boolean, tries: number): Promise<number> => {
    let count = await waiting();
    for (let left = tries; left > 0 && !reached(count); left -= 1) {
      await sleep(100);
      count = await waiting();
    }
    return count;
  };

  it('leave connections to other companies, and end with the patience of those who asked', async () => {
    await holder.query('begin');
    await holder.query('lock table identity.project_group in access exclusive mode');
    const lists = Promise.all(
      rivals.flatMap(({ api }) => Array.from({ length: 4 }, () => api.get('/users?count=projects'))),
    );
    expect(await until((count) => count >= 2, 80)).toBe(2);
    expect((await must(victim.api.get('/projects?search_term=project'))).results).toHaveLength(1);
    expect((await must(victim.api.get('/projects?count=repositories'))).results).toHaveLength(1);
    expect((await must(victim.api.get('/users/me'))).id).toBe(victim.id);
    await newProject(victim);
    expect(await waiting()).toBe(2);
    const statuses = (await lists).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    // The database itself would end them five seconds later.
    expect(await until((count) => count === 0, 45)).toBe(0);
    await holder.query('rollback');
    expect((await must(rivals[0].api.get('/users?count=projects'))).results).toHaveLength(rivals.length);
  });
});
