import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import { repositoryCalls } from '../repository/repository-calls.fixture.js';
import { answer, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { HealthService } from './health.service.js';

const idsOf = (kinds: typeof vcsKinds): string[] => kinds.map(({ id }) => id);
const optional = idsOf(vcsKinds.filter((kind) => kind.optional));
const needed = idsOf(vcsKinds.filter((kind) => !kind.optional));
/** Of kinds that are needed, with what these start. */
const neededPrograms = ['git', 'sh', 'sync'];

// PostgreSQL and git themselves, on a machine that has no more than these programs.
describe('A service without the programs of some kinds', () => {
  let programs: string;
  let world: ServiceWorld;
  beforeAll(async () => {
    programs = join(await mkdtemp(join(tmpdir(), 'programs-')), 'bin');
    await mkdir(programs);
    for (const name of neededPrograms) {
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
    const all = ['database', 'broker', 'storage', 'byte-process', ...needed];
    expect(parts).toEqual(Object.fromEntries(all.map((name) => [name, true])));
    expect(notes).toEqual(
      Object.fromEntries(optional.map((id) => [id, expect.stringMatching(/missing/) as unknown])),
    );
  });

  it('makes no repository of these kinds, and all others', async () => {
    const ctx = world.project();
    const { create, ids } = repositoryCalls(world);
    for (const type of optional)
      expect(await errorsOf(create(ctx, { id: 'rr', type }))).toEqual({ type: { invalid: true } });
    for (const type of needed) await world.repository(ctx, { id: `r-${type}`, type });
    expect((await ids(ctx)).sort()).toEqual(needed.map((type) => `r-${type}`).sort());
  });
});
