import type { RepositoryScope } from '@holdfast/kernel';
import { ArtifactSystem, asBefore } from '../testing/artifact-system.js';
import { removeHeld, slowRemovals, walk } from './held-removal.fixture.js';

const jar = '/com/deep/lib/1.0/lib-1.0.jar';

/** A large tree was removed up to five minutes after the rights of who deleted it had ended. */
describe('a deletion that takes its time while the rights of its caller end', () => {
  let system: ArtifactSystem;
  let repository: RepositoryScope;
  beforeAll(async () => {
    system = await ArtifactSystem.start({ replicas: 2 });
    repository = system.repository();
    await system.replicas[0].source.query(slowRemovals('deep'));
    await system.put(jar, 'jar', { repository });
  });
  afterAll(() => system.stop());

  /** Its answer, or its refusal; `during` is done while it removes. `patience`: milliseconds of its request. */
  const remove = (during: () => void, patience = 10_000): Promise<number | string | undefined> => {
    const now = Date.now();
    const ctx = { ...system.context(repository, ['admin']), admitted: now, deadline: now + patience };
    const held = { holder: system.replicas[1].source, locks: [walk], ctx, path: '/com/' };
    return removeHeld(system, { ...held, waits: [300, 500] }, during);
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
