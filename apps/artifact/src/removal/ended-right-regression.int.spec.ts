import type { RepositoryScope } from '@holdfast/kernel';
import { locksOf, placeOf } from '../artifact-file/place.js';
import { ArtifactSystem, asBefore } from '../testing/artifact-system.js';
import { removeHeld } from './held-removal.fixture.js';

const jar = 'com/acme/lib/1.0/lib-1.0.jar';

/** A deletion waited for a lock; meanwhile the rights of who sent it ended, and it was carried out all the same. */
describe('a deletion that waited while the rights of its caller ended', () => {
  let system: ArtifactSystem;
  let on: { repository: RepositoryScope };
  beforeAll(async () => {
    system = await ArtifactSystem.start();
    on = { repository: system.repository() };
    await system.put(`/${jar}`, 'jar', on);
  });
  afterAll(() => system.stop());

  /** Its answer, or its refusal; `during` is done while somebody else changes the same directories. */
  const remove = (during: () => void): Promise<number | string | undefined> => {
    const ctx = { ...system.context(on.repository, ['admin']), admitted: Date.now() };
    const locks = locksOf(placeOf(on.repository.uuid, 'com'));
    const held = { holder: system.replicas[0].source, locks, ctx, path: `/${jar}` };
    return removeHeld(system, { ...held, waits: [100, 300] }, during);
  };
  const standsAs = (now: Partial<typeof asBefore>): void => {
    system.standing.now = { ...asBefore, ...now };
  };
  const project = { ...asBefore.project, roles: ['admin' as const] } as NonNullable<typeof asBefore.project>;

  it('is refused', async () => {
    expect(await remove(() => standsAs({ caller: undefined }))).toBe('unauthenticated');
    expect(await remove(() => standsAs({ project: { ...project, roles: [] } }))).toBe('not_found');
    expect(await remove(() => standsAs({ project: { ...project, roles: ['developer'] } }))).toBe('forbidden');
    standsAs({ project });
    expect(await remove(() => void system.context({ ...on.repository, deleted: true }))).toBe('forbidden');
    expect((await system.get(`/${jar}`, on)).text).toBe('jar');
    expect(await remove(() => standsAs({ project }))).toBe(204);
  });
});
