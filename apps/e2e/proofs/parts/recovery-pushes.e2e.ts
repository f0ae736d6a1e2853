/** @apart Ends services. */
import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { git, mustGit, remoteRefs } from '../../clients/git.js';
import { Pusher } from '../../clients/git-writers.js';
import { crashAmid, crashed, dataOf } from '../../clients/installation.js';
import { mustBeSound } from '../../clients/sound-git.js';
import { scratch } from '../../scratch.js';
import {
  companyAdmin,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

describe('Pushes go on', () => {
  let admin: Person;
  let project: ProjectAt;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
  });

  /** What git and the API say of the branches, which must be the same. */
  const branches = async (cwd: string, repository: RepositoryAt): Promise<Record<string, string>> => {
    const refs = await remoteRefs(cwd, admin.in(repository.url));
    const { results } = await must(admin.api.get(`${repository.path}/branches?limit=1000`));
    expect(Object.fromEntries(results.map(({ id, commit }) => [`refs/heads/${id}`, commit]))).toEqual(refs);
    return refs;
  };

  it.each(crashed('byte process', 'repository', 'gateway', 'identity'))(
    'after a crash of the %s, with everything that was acknowledged and nothing half-written',
    async (part) => {
      const repository = await newRepository(admin, project);
      const url = admin.in(repository.url);
      const pushers = await Pusher.three(url);
      await crashAmid(part, pushers, 1);

      const copy = join(await scratch(), 'copy');
      await mustGit('/', 'clone', '-q', '--mirror', url, copy);
      const refs = await branches(copy, repository);
      for (const pusher of pushers)
        expect(await pusher.isWhole(refs[`refs/heads/${pusher.branch}`])).toBe(true);
      expect(await git(copy, 'fsck', '--strict')).toMatchObject({ status: 0 });
      await mustBeSound(dataOf('repository', `${repository.uuid}.git`)[0]);
      for (const pusher of pushers) expect(await pusher.once()).toBe(true);
    },
  );
});
