import { join } from 'node:path';
import { ContentComparison } from '../clients/content-comparison.js';
import { GitTruth } from '../clients/git-truth.js';
import { makeOddRepository } from '../clients/odd-repository.js';
import { run } from '../clients/program.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository } from '../world.js';

/** Paths of repositories on this machine; `tools/test contents` names them. */
const asked = process.env.HOLDFAST_TEST_CONTENTS;
const made = 'a history in which everything happens';
const origins = asked === undefined || asked === '' ? [made] : asked.split('\n');
/** So many commits, with paths and ranges, are looked at in each. */
const many = asked === undefined ? 30 : 1_000;
const seed = Number(process.env.HOLDFAST_TEST_SEED ?? 4);

describe('What the API says of the contents of repositories', () => {
  it.each(origins)(
    'is what git says itself: %s',
    async (name) => {
      const origin = name === made ? join(await scratch(), 'odd') : name;
      if (name === made) await makeOddRepository(origin, seed, 150);
      const admin = await companyAdmin();
      const repository = await newRepository(admin, await newProject(admin));
      const words = ['push', '-q', admin.in(repository.url), 'refs/heads/*', 'refs/tags/*'];
      const options = { cwd: origin, timeout: 30 * 60_000 };
      const pushed = await run('git', ['-c', `safe.directory=${origin}`, ...words], options);
      // Small faults of old histories are told, and taken.
      expect(pushed).toMatchObject({ status: 0 });
      const truth = new GitTruth(origin);
      const comparison = new ContentComparison(admin, repository, truth, await truth.commits(), seed);
      await comparison.run(many);
      expect(comparison.differences).toEqual([]);
      expect(comparison.asked).toBeGreaterThan(many * 3);
    },
    60_000 + many * 3_600,
  );
});
