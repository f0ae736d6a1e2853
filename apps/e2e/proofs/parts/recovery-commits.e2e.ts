/** @apart Ends services. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { git, mustGit } from '../../clients/git.js';
import { Committer } from '../../clients/git-writers.js';
import { crashAmid, crashed, dataOf } from '../../clients/installation.js';
import { mustBeSound } from '../../clients/sound-git.js';
import { scratch } from '../../scratch.js';
import { companyAdmin, newProject, newRepository } from '../../world.js';

describe('Commits over the API go on', () => {
  it.each(crashed('repository', 'byte process', 'gateway', 'identity'))(
    'after a crash of the %s, with everything that was acknowledged and nothing half-written',
    async (part) => {
      const admin = await companyAdmin();
      const repository = await newRepository(admin, await newProject(admin));
      const first = { branch: 'main', message: 'm', modified: [{ path: 'a', content: 'a' }] };
      const { id: root } = await must(admin.api.post(`${repository.path}/commits`, first), 201);
      const committers = ['one', 'two', 'three'].map(
        (branch) => new Committer(branch, admin, repository, root),
      );
      await crashAmid(part, committers, 5);

      const copy = join(await scratch(), 'copy');
      await mustGit('/', 'clone', '-q', '--mirror', admin.in(repository.url), copy);
      for (const { branch, acknowledged: made } of committers) {
        const history = (await mustGit(copy, 'rev-list', '--first-parent', branch)).split('\n');
        expect(history).toEqual(expect.arrayContaining(made));
        const shown = await must(admin.api.get(`${repository.path}/branches/${branch}`));
        expect(shown.commit).toBe(history[0]);
      }
      expect(await git(copy, 'fsck', '--strict')).toMatchObject({ status: 0 });
      // The first write removes what a killed process has left.
      for (const committer of committers) expect(await committer.once()).toBe(true);
      const [stored] = dataOf('repository', `${repository.uuid}.git`);
      await mustBeSound(stored);
      const left = (await readdir(join(stored, 'objects'))).filter((name) => name.startsWith('tmp_'));
      expect(left).toEqual([]);
    },
  );
});
