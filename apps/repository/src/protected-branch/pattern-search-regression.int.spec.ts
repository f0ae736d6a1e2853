import { wholeList } from '@holdfast/kernel';
import { answer, call, ServiceWorld } from '../service-world.fixture.js';
import { ProtectedBranchService } from './protected-branch.service.js';

// Patterns are in the order of their bytes, and a search by that order knows case in ASCII only: nothing was found by
// `ВЕТКА`, and no Greek at all, not even by the very same letters.
describe('a search of patterns', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  it('does not ask for the case of letters of any script', async () => {
    const ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    const service = world.part(ProtectedBranchService);
    for (const pattern of ['ветка/*', 'GRÖßE*', 'οδος/*', 'plain/*'])
      await answer(service.create(ctx, call({ body: { pattern } })));
    const found = async (searchTerm: string) => {
      const page = await answer(service.list(ctx, call({ list: { ...wholeList, searchTerm } })));
      return page.results.map(({ pattern }) => pattern);
    };
    for (const [pattern, ...terms] of [
      ['ветка/*', 'ВЕТКА', 'Ветка', 'ветка/*'],
      ['GRÖßE*', 'größe', 'GRÖßE*'],
      ['οδος/*', 'ΟΔΟΣ', 'οδος', 'οδοσ', 'Σ/'],
      ['plain/*', 'PLAIN', 'n/*'],
    ])
      for (const term of terms) expect([term, await found(term)]).toEqual([term, [pattern]]);
    expect(await found('_етка')).toEqual([]);
  });
});
