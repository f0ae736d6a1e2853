import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import { repositoryCalls } from '../repository/repository-calls.fixture.js';
import { answer, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { HealthService } from './health.service.js';

const optional = vcsKinds.filter((kind) => kind.optional).map(({ id }) => id);

// PostgreSQL and git themselves, on a machine that has no more than git needs.
describe('A service without the programs of some kinds', () => {
  let programs: string;
  let world: ServiceWorld;
  beforeAll(async () => {
    programs = join(await mkdtemp(join(tmpdir(), 'programs-')), 'bin');
    await mkdir(programs);
    for (const name of ['git', 'sh', 'sync']) {
      const places = ['/usr/local/bin', '/usr/bin', '/bin'].map((directory) => join(directory, name));
      await symlink(places.find((place) => existsSync(place)) ?? name, join(programs, name));
    }
    world = await ServiceWorld.start({ PATH: programs });
  });
  afterAll(async () => {
    await world.end();
    await rm(join(programs, '..'), { recursive: true });
  });

  it('is up, and says what is missing and why', async () => {
    const { up, parts, missing, notes } = await answer(world.part(HealthService).check());
    expect([up, missing]).toEqual([true, optional]);
    expect(parts).toEqual({ database: true, broker: true, storage: true, 'byte-process': true, git: true });
    expect(notes).toEqual(
      Object.fromEntries(optional.map((id) => [id, expect.stringMatching(/missing/) as unknown])),
    );
  });

  it('makes no repository of these kinds, and all others', async () => {
    const ctx = world.project();
    const { create, ids } = repositoryCalls(world);
    for (const type of optional)
      expect(await errorsOf(create(ctx, { id: 'rr', type }))).toEqual({ type: { invalid: true } });
    await world.repository(ctx, { id: 'rr', type: 'git' });
    expect(await ids(ctx)).toEqual(['rr']);
  });
});
