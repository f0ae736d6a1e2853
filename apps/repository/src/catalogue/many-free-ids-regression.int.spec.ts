import pg from 'pg';
import { repositoryCalls } from '../repository/repository-calls.fixture.js';
import { ServiceWorld } from '../service-world.fixture.js';

/** The most rows that a statement brought into the process while the work was done. */
const mostRows = async (work: () => Promise<unknown>): Promise<number> => {
  const { prototype } = pg.Client;
  const original = Object.getOwnPropertyDescriptor(prototype, 'query');
  const send = original?.value as (...args: unknown[]) => unknown;
  let most = 0;
  const look = (answer: unknown): void => {
    if (answer instanceof pg.Result) most = Math.max(most, answer.rows.length);
  };
  Object.defineProperty(prototype, 'query', {
    ...original,
    value(this: pg.Client, ...args: unknown[]) {
      const sent = send.apply(this, args);
      if (sent instanceof Promise) sent.then(look, () => undefined);
      return sent;
    },
  });
  try {
    await work();
  } finally {
    Object.defineProperty(prototype, 'query', { ...original });
  }
  return most;
};

// PostgreSQL itself; the server's address comes from tools/test.
describe('the id of a deleted repository, for which all ids that begin like it were read', () => {
  let world: ServiceWorld;
  let calls: ReturnType<typeof repositoryCalls>;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    calls = repositoryCalls(world);
  });
  afterAll(() => world.end());

  it('has the smallest number that is free in its project, and nothing else is read for it', async () => {
    const ctx = world.project();
    const made = (id: string) => calls.create(ctx, { id, type: 'maven' });
    for (const id of ['aa', 'aa-1', 'aa-03']) await made(id);
    await world.source.query(
      `insert into repository.repository select (jsonb_populate_record(r, jsonb_build_object(
         'uuid', gen_random_uuid(), 'id', 'aa-x' || n))).* from repository.repository r, generate_series(1, 3000) n
       where r.project = $1 and r.id = 'aa'`,
      [ctx.project?.uuid],
    );
    const removed: unknown[] = [];
    const most = await mostRows(async () => removed.push(await calls.remove(ctx, 'aa')));
    expect(removed).toMatchObject([{ id: 'aa-2', old_id: 'aa' }]);
    expect(most).toBeLessThan(100);
    await made('aa');
    expect(await calls.remove(ctx, 'aa')).toMatchObject({ id: 'aa-3' });
    const other = world.project();
    await calls.create(other, { id: 'aa', type: 'maven' });
    expect(await calls.remove(other, 'aa')).toMatchObject({ id: 'aa-1' });
  });
});
