import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Principal, RepositoryScope } from '@holdfast/kernel';
import { locksOf, placeOf } from '../artifact-file/place.js';
import { takeLocks } from '../database/locked-transaction.js';
import { ArtifactSystem, developer } from '../testing/artifact-system.js';

const stranger: Principal = {
  ...developer,
  company: { uuid: randomUUID(), id: 'other' },
  account: { ...developer.account, uuid: randomUUID() },
};

/** One account had all connections of the service wait for locks: nobody else's files could be looked up. */
describe('changes of one account that wait', () => {
  let system: ArtifactSystem;
  let repository: RepositoryScope;
  let others: { repository: RepositoryScope; principal: Principal };
  beforeAll(async () => {
    system = await ArtifactSystem.start({ replicas: 2 });
  });
  afterAll(() => system.stop());
  beforeEach(() => {
    repository = system.repository();
    others = { repository: system.repository(), principal: stranger };
  });

  const directories = Array.from({ length: 8 }, (_, number) => `d${number}`);

  /** Does the work while another process removes all that is in the directories. */
  const whileLocked = async (work: () => Promise<void>): Promise<void> => {
    const holder = system.replicas[1].source.createQueryRunner();
    await holder.startTransaction();
    const locks = directories.flatMap((path) => locksOf(placeOf(repository.uuid, path)));
    await takeLocks(holder.manager, locks);
    try {
      await work();
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
  };

  /** What others write and read meanwhile: nothing, where no connection becomes free in five seconds. */
  const ofOthers = async (): Promise<unknown[]> => {
    const written = (await system.put('/com/acme/a.txt', 'theirs', others)).status;
    return [written, (await system.get('/com/acme/a.txt', others)).text];
  };

  it('leave connections to others, however many uploads there are', async () => {
    const waiting: Promise<{ status: number }>[] = [];
    await whileLocked(async () => {
      for (let number = 0; number < 20; number += 1)
        waiting.push(system.put(`/d0/${number}/x.txt`, 'x', { repository }));
      await wait(500);
      expect(await ofOthers()).toEqual([201, 'theirs']);
    });
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    // Who finds no turn in five seconds is to come again.
    expect([201, 503]).toEqual(expect.arrayContaining(statuses));
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(2);
  });

  it('leave connections to others, however many deletions there are', async () => {
    for (const directory of directories) await system.put(`/${directory}/x.txt`, 'x', { repository });
    const waiting: Promise<{ status: number }>[] = [];
    await whileLocked(async () => {
      for (const directory of directories) waiting.push(system.delete(`/${directory}/`, { repository }));
      await wait(500);
      expect(await ofOthers()).toEqual([201, 'theirs']);
    });
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 204));
  });

  it('end with the removal of a tree, though that takes longer than any other statement may', async () => {
    const { source } = system.replicas[0];
    await source.query(
      `create function artifact.in_time() returns trigger language plpgsql as $$ begin
         if current_setting('statement_timeout') <> '5min' then raise exception 'it may not take so long'; end if;
         return old;
       end $$;
       create trigger in_time before delete on artifact.file for each row execute function artifact.in_time()`,
    );
    await system.put('/d0/x.txt', 'x', { repository });
    expect((await system.delete('/d0/', { repository })).status).toBe(204);
  });
});
