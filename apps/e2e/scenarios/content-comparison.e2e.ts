import { join } from 'node:path';
import { must } from '../clients/api.js';
import { ContentComparison } from '../clients/content-comparison.js';
import { ContentQuestions } from '../clients/content-questions.js';
import { mustGit } from '../clients/git.js';
import { GitLists } from '../clients/git-lists.js';
import { ListComparison } from '../clients/list-comparison.js';
import { makeOddRepository } from '../clients/odd-repository.js';
import { makePackagedHistory, packagedHistories } from '../clients/packaged-histories.js';
import { run } from '../clients/program.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository } from '../world.js';

/** Paths of repositories on this machine; `tools/test contents` names them, or none. */
const asked = process.env.HOLDFAST_TEST_CONTENTS;
const made = 'a history in which everything happens';
const own = 'the history of this checkout';
const origins =
  asked === undefined ? [made] : asked === '' ? [made, own, ...packagedHistories] : asked.split('\n');
/** So many commits, with paths and ranges, are looked at in each. */
const many = Number(process.env.HOLDFAST_TEST_LOOKS ?? (asked === undefined ? 30 : 1_000));
const seed = Number(process.env.HOLDFAST_TEST_SEED ?? 4);

const pushed = async (from: string, to: string, ...more: string[]): Promise<void> => {
  const words = ['push', '-q', to, 'refs/heads/*', 'refs/tags/*', ...more];
  const options = { cwd: from, timeout: 30 * 60_000 };
  // Small faults of old histories are told, and taken.
  expect(await run('git', ['-c', `safe.directory=${from}`, ...words], options)).toMatchObject({ status: 0 });
};

/** A bare copy of its branches and tags, which has nothing besides: no files, no settings, no other commits. */
const copyOf = async (origin: string): Promise<string> => {
  const copy = join(await scratch(), 'copy');
  await mustGit('/', 'init', '-q', '--bare', copy);
  const head = 'refs/heads/looked-at';
  await pushed(origin, copy, `HEAD:${head}`);
  await mustGit(copy, 'symbolic-ref', 'HEAD', head);
  return copy;
};

const originOf = async (name: string): Promise<string> => {
  const origin = join(await scratch(), 'origin');
  if (name === made) await makeOddRepository(origin, seed, 150);
  else if (packagedHistories.includes(name)) await makePackagedHistory(origin, name);
  else return copyOf(name === own ? process.cwd() : name);
  return origin;
};

describe('What the API says of the contents of repositories', () => {
  it.each(origins)(
    'is what git says itself: %s',
    async (name) => {
      const origin = await originOf(name);
      const admin = await companyAdmin();
      const repository = await newRepository(admin, await newProject(admin));
      await pushed(origin, admin.in(repository.url));
      const standard = await mustGit(origin, 'symbolic-ref', '--short', 'HEAD');
      await must(admin.api.put(repository.path, { default_identifier: standard }));
      const truth = new GitLists(origin);
      const questions = new ContentQuestions(admin, repository, truth, await truth.commits(), seed);
      const lists = new ListComparison(questions, truth, standard);
      await new ContentComparison(questions, lists).run(many);
      expect(questions.differences).toEqual([]);
      expect(questions.asked).toBeGreaterThan(many * 3);
    },
    60_000 + many * 3_600,
  );
});
