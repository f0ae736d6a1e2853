/** @alone Measures how long answers take. */
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { describeHg, HgCopy, hgUntil, mustHg } from '../clients/hg.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository } from '../world.js';

/** A minute for what takes seconds on a machine that has nothing else to do. */
const patience = 600_000;

describeHg('Large repositories of Mercurial', () => {
  it(
    'of 50,000 changesets on 1,000 branches are pushed and cloned, and a page of branches takes less than 100 ms',
    async () => {
      const admin = await companyAdmin();
      const repository = await newRepository(admin, await newProject(admin), 'mercurial');
      const directory = await scratch();
      const copy = await HgCopy.make(join(directory, 'copy'));
      const patiently = async (cwd: string, ...words: string[]) => {
        const { status, output } = await hgUntil(AbortSignal.timeout(patience), cwd, ...words);
        expect([words[0], status, output]).toEqual([words[0], 0, '']);
      };
      const branches = Array.from({ length: 1_000 }, (_, at) => `@b${at} *root +49`);
      await patiently(copy.directory, 'debugbuilddag', '-q', `+1:root ${branches.join(' ')}`);
      await patiently(copy.directory, 'push', '-q', '--new-branch', '-f', admin.in(repository.url));
      const spent: number[] = [];
      for (let left = 6; left > 0; left -= 1) {
        const from = performance.now();
        const { results } = await must(admin.api.get(`${repository.path}/branches?limit=1000`));
        spent.push(performance.now() - from);
        expect(results).toHaveLength(1_000);
      }
      expect(Math.min(...spent)).toBeLessThan(100);
      const clone = join(directory, 'clone');
      await mustHg(directory, 'clone', '-q', '-U', '--stream', admin.in(repository.url), clone);
      expect(await mustHg(clone, 'log', '-r', 'tip', '-T', '{rev}')).toBe('50000');
    },
    patience,
  );
});
