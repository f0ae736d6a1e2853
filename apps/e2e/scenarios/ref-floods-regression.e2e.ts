/** @alone Makes lists of branches wait, and measures others. */
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { generateRepository, mustGit } from '../clients/git.js';
import { creation, pushBody, sendPush, toldAll } from '../clients/raw-push.js';
import { scratch } from '../scratch.js';
import { newCompany, newProject, newRepository, type Person, type RepositoryAt } from '../world.js';

const branches = 45_000;
const connections = 96;
/** Twelve requests of others wait less than that together (ms). Where lists took no turns it was over ten seconds. */
const patience = 5_000;

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
  }, 120_000);

  it.each(['search_term=zz', 'sort=commit&order=desc', 'after=2000-01-01T00:00:00Z&search_term=zz'])(
    'leaves the service to others: %s',
    async (query) => {
      let over = false;
      const statuses = new Set<number>();
      const again = async (): Promise<void> => {
        while (!over) {
          const { status } = await rival.api.get(`${large.path}/branches?limit=1&${query}`);
          statuses.add(status);
        }
      };
      const flood = Array.from({ length: connections }, again);
      const path = `${small.path}/branches`;
      const waits: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        let began = performance.now();
        await must(victim.api.get(`${path}/main`), 200);
        waits.push(performance.now() - began);
        began = performance.now();
        await must(victim.api.post(path, { id: `${query.slice(0, 4)}-${at}`, commit: tip }), 201);
        waits.push(performance.now() - began);
      }
      over = true;
      await Promise.all(flood);
      expect(waits.reduce((sum, each) => sum + each, 0)).toBeLessThan(patience);
      expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
    },
    60_000,
  );
});
