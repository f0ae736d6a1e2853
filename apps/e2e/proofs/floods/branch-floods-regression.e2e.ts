/** @alone Makes the git service start many programs, and measures others. */
import { must } from '../../clients/api.js';
import {
  newCompany,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

const repositories = 64;
const connections = 96;
/**
 * Sixteen requests of others wait less than that together (ms). Where writers took no turns it was over twenty seconds.
 */
const patience = 8_000;

/** A repository at rest needs programs started for it before a branch can be made. */
describe('An account that makes branches in one repository after another', () => {
  const seeded = async (owner: Person, project: ProjectAt): Promise<{ at: RepositoryAt; tip: string }> => {
    const at = await newRepository(owner, project);
    const first = { branch: 'main', message: 'first', modified: [{ path: 'a', content: 'a\n' }] };
    const { id } = await must(owner.api.post(`${at.path}/commits`, first), 201);
    return { at, tip: String(id) };
  };

  it('leaves reads and new branches of others as they are', async () => {
    const [victim, rival] = [await newCompany(), await newCompany()];
    const small = await seeded(victim, await newProject(victim));
    const project = await newProject(rival);
    const many: { at: RepositoryAt; tip: string }[] = [];
    const make = async (): Promise<void> => {
      while (many.length < repositories) many.push(await seeded(rival, project));
    };
    await Promise.all(Array.from({ length: 6 }, make));

    let over = false;
    let next = 0;
    const statuses = new Set<number>();
    const again = async (): Promise<void> => {
      while (!over) {
        const { at, tip } = many[(next += 1) % many.length];
        statuses.add((await rival.api.post(`${at.path}/branches`, { id: `n${next}`, commit: tip })).status);
      }
    };
    const flood = Array.from({ length: connections }, again);
    let waits = 0;
    try {
      for (let at = 0; at < 8; at += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        const began = performance.now();
        await must(victim.api.get(`${small.at.path}/commits/main/tree`), 200);
        await must(victim.api.post(`${small.at.path}/branches`, { id: `v${at}`, commit: small.tip }), 201);
        waits += performance.now() - began;
      }
    } finally {
      over = true;
      await Promise.all(flood);
    }
    expect(waits).toBeLessThan(patience);
    expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([]);
  });
});
