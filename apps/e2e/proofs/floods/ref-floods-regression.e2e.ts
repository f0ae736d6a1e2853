/** @alone Makes lists of branches wait, and measures others. */
import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { generateRepository, mustGit } from '../../clients/git.js';
import { creation, pushBody, sendPush, toldAll } from '../../clients/raw-push.js';
import { scratch } from '../../scratch.js';
import { newCompany, newProject, newRepository, type Person, type RepositoryAt } from '../../world.js';

const branches = 45_000;
const connections = 96;
/**
 * Twelve requests of others wait less than that together (ms), or than so many times what they take at rest where the
 * machine is busy. Where lists took no turns it was over ten seconds, a hundred times as long.
 */
const patience = 5_000;
const timesAtRest = 40;

/** What is asked for in the flood; all of it in `tools/test floods`. */
const searches = ['search_term=zz', 'sort=commit&order=desc', 'after=2000-01-01T00:00:00Z&search_term=zz'];
const searched = process.env.HOLDFAST_TEST_FLOODS ? searches : searches.slice(0, 1);

describe('An account that searches a repository of many branches again and again', () => {
  let rival: Person;
  let large: RepositoryAt;
  let victim: Person;
  let small: RepositoryAt;
  let tip: string;

  beforeAll(async () => {
    const directory = join(await scratch(), 'large');
    await generateRepository(directory, { branches: [], commits: 1 });
    tip = await mustGit(directory, 'rev-parse', 'main');
    victim = await newCompany();
    small = await newRepository(victim, await newProject(victim));
    await mustGit(directory, 'push', '-q', victim.in(small.url), 'main');

    rival = await newCompany();
    large = await newRepository(rival, await newProject(rival));
    await mustGit(directory, 'push', '-q', rival.in(large.url), 'main');
    // git itself takes minutes to compose a push of so many.
    const commands = Array.from({ length: branches }, (_, at) =>
      creation(`refs/heads/n${at}-xxxxxxxxxxxxxxxxxx`, tip, at === 0 ? toldAll : ''),
    );
    expect(await sendPush(rival, large.url, pushBody(commands))).toContain('unpack ok');
  });

  it.each(searched)(
    'leaves the service to others: %s',
    async (query) => {
      const path = `${small.path}/branches`;
      const waits = async (name: string, pause: number): Promise<number> => {
        let sum = 0;
        for (let at = 0; at < 6; at += 1) {
          await new Promise((resolve) => setTimeout(resolve, pause));
          const began = performance.now();
          await must(victim.api.get(`${path}/main`), 200);
          await must(victim.api.post(path, { id: `${query.slice(0, 4)}-${name}-${at}`, commit: tip }), 201);
          sum += performance.now() - began;
        }
        return sum;
      };
      const atRest = await waits('rest', 0);
      let over = false;
      const statuses = new Set<number>();
      const again = async (): Promise<void> => {
        while (!over) {
          const { status } = await rival.api.get(`${large.path}/branches?limit=1&${query}`);
          statuses.add(status);
        }
      };
      const flood = Array.from({ length: connections }, again);
      const flooded = await waits('flood', 250).finally(() => (over = true));
      await Promise.all(flood);
      expect(flooded).toBeLessThan(Math.max(patience, timesAtRest * atRest));
      expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
    },
    120_000,
  );
});
