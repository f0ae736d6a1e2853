import { projectOperations, propertiesLimit } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { errorsOf, IdentityWorld } from '../identity-world.fixture.js';

const numbers = (count: number) => Array.from({ length: count }, () => 1e308);

// The database writes each number out, with its 309 digits: 64 KiB of them were 3 MB there, which plain lists of
// everybody in the company made it write again and again.
describe('properties of short numbers that are long in the database', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
  });
  afterAll(() => world.end());

  const create = (id: string, properties: object) =>
    world.run(projectOperations.create, admin, { body: { id, name: id, properties } as never });
  const update = (id: string, properties: object) =>
    world.run(projectOperations.update, admin, {
      params: { project_id: id },
      body: { properties } as never,
    });
  const tooMuch = { properties: { maximum: propertiesLimit } };
  /** Bytes of the longest ones, as a list has them written. */
  const longest = async (): Promise<number> => {
    const [row] = await world.source.query<{ most: number }[]>(
      'select max(octet_length(properties::text)) as most from project',
    );
    return row.most;
  };

  it('are counted with all their digits, when they come and when they are merged', async () => {
    expect(await errorsOf(create('many', { a: numbers(9_000) }))).toEqual(tooMuch);
    await create('half', { a: numbers(150) });
    expect(await errorsOf(update('half', { b: numbers(9_000) }))).toEqual(tooMuch);
    expect(await errorsOf(update('half', { b: numbers(150) }))).toEqual(tooMuch);
    await update('half', { b: numbers(50) });
    const most = await longest();
    expect(most).toBeGreaterThan(200 * 309);
    expect(most).toBeLessThan(2 * propertiesLimit);
  });
});
