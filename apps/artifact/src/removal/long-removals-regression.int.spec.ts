import { setTimeout as wait } from 'node:timers/promises';
import type { FileAnswer } from '@holdfast/contracts';
import type { RepositoryScope } from '@holdfast/kernel';
import { takeLocks, type Lock } from '../database/locked-transaction.js';
import { ArtifactSystem, asBefore } from '../testing/artifact-system.js';

const jar = '/com/deep/lib/1.0/lib-1.0.jar';
/** A removal of a directory waits for it, as if very much were in it. */
const walk: Lock = { key: '4712', exclusive: true };
const slowRemovals = `
  create function artifact.wait_for_walk() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${walk.key});
    return old;
  end $$;
  create trigger wait_for_walk before delete on artifact.directory for each row
    when (old.name = 'deep') execute function artifact.wait_for_walk()`;

/** A large tree was removed up to five minutes after the rights of who deleted it had ended. */
describe('a deletion that takes its time while the rights of its caller end', () => {
  let system: ArtifactSystem;
  let repository: RepositoryScope;
  beforeAll(async () => {
    system = await ArtifactSystem.start({ replicas: 2 });
    repository = system.repository();
    await system.replicas[0].source.query(slowRemovals);
    await system.put(jar, 'jar', { repository });
  });
  afterAll(() => system.stop());

  /** Its answer, or its refusal; `during` is done while it removes. `patience`: milliseconds of its request. */
  const remove = async (during: () => void, patience = 10_000): Promise<number | string | undefined> => {
    const holder = system.replicas[1].source.createQueryRunner();
    await holder.startTransaction();
    await takeLocks(holder.manager, [walk]);
    const now = Date.now();
    const ctx = { ...system.context(repository, ['admin']), admitted: now, deadline: now + patience };
    const request = { method: 'DELETE', path: '/com/', headers: {}, address: '/acme' };
    const deciding = system.replicas[0].files.decide(ctx, request) as unknown as Promise<{
      value?: FileAnswer;
      error?: { code: string };
    }>;
    await wait(300);
    during();
    await wait(500);
    await holder.rollbackTransaction();
    await holder.release();
    const { value, error } = await deciding;
    return value?.status ?? error?.code;
  };
  const standsAs = (now: Partial<typeof asBefore>): void => {
    system.standing.now = { ...asBefore, ...now };
  };
  const project = { ...asBefore.project, roles: ['admin' as const] } as NonNullable<typeof asBefore.project>;
  const kept = async (): Promise<string> => (await system.get(jar, { repository })).text;

  it('is refused, and removes nothing', async () => {
    standsAs({ project });
    expect(await remove(() => standsAs({ caller: undefined }))).toBe('unauthenticated');
    expect(await kept()).toBe('jar');
    standsAs({ project });
    expect(await remove(() => standsAs({ project: { ...project, roles: [] } }))).toBe('not_found');
    expect(await kept()).toBe('jar');
    standsAs({ project });
    expect(await remove(() => standsAs({ project: { ...project, roles: ['developer'] } }))).toBe('forbidden');
    expect(await kept()).toBe('jar');
    standsAs({ project });
    expect(await remove(() => void system.context({ ...repository, deleted: true }))).toBe('forbidden');
    expect(await kept()).toBe('jar');
  });

  it('removes the tree where they have not ended, also when its request has been given up', async () => {
    standsAs({ project });
    expect(await remove(() => undefined, 500)).toBe(204);
    expect((await system.get(jar, { repository })).status).toBe(404);
  });
});
