import { mkdir, readdir, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { must } from '../../clients/api.js';
import { mustGit, WorkingCopy } from '../../clients/git.js';
import { OwnInstallation } from '../../clients/own-installation.js';
import { scratch } from '../../scratch.js';
import { newProject, newRepository } from '../../world.js';

/** Programs of Mercurial and Subversion, and those by which setup would get them. */
const lacking = /^(hg|chg|svn.*|apache2.*|httpd|python.*|pip.*|apt.*|dpkg.*|npm|npx|node)$/;

/** A directory with all programs that are found here, but for those. */
const poorer = async (directory: string): Promise<string> => {
  await mkdir(directory);
  await symlink(process.execPath, join(directory, 'node'));
  const linked = new Set<string>();
  for (const place of (process.env.PATH ?? '').split(delimiter).filter(Boolean))
    for (const name of await readdir(place).catch(() => []))
      if (!lacking.test(name) && !linked.has(name)) {
        linked.add(name);
        await symlink(join(place, name), join(directory, name));
      }
  return directory;
};

it('An installation on a machine without Mercurial and Subversion says what it lacks, and serves all else', async () => {
  const directory = await scratch();
  const engines = join(directory, 'engines');
  await mkdir(engines);
  const programs = await poorer(join(directory, 'programs'));
  const installation = await OwnInstallation.make({ PATH: programs, HOLDFAST_TEST_ENGINES: engines });
  try {
    const { status, output } = await installation.run('up', '--detach');
    expect([status, output]).toEqual([0, expect.stringMatching(/Mercurial could not be installed \(.*\);/)]);
    expect(output).toMatch(/Subversion could not be installed \(no apt-get\); .*apt-get install/);

    const admin = await installation.login();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project);
    const ready = await fetch(new URL('/health/ready', repository.url));
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ok', down: [], missing: ['repository.mercurial', 'repository.subversion'] },
    ]);
    for (const type of ['mercurial', 'subversion']) {
      const refused = await admin.api.post(`${project.path}/repositories`, { id: type, type });
      expect([refused.status, refused.body.api_errors]).toEqual([422, { type: { invalid: true } }]);
    }
    const copy = await WorkingCopy.make(join(directory, 'copy'));
    const commit = await copy.commit('one.txt', 'one');
    expect(await copy.push(admin.in(repository.url), 'main')).toMatchObject({ status: 0 });
    expect(await must(admin.api.get(`${repository.path}/branches/main`))).toMatchObject({ commit });
    await mustGit(directory, 'clone', '-q', admin.in(repository.url), 'clone');

    await installation.must('down');
    const again = await installation.run('up', '--detach');
    expect([again.status, again.output]).toEqual([0, expect.stringMatching(/Mercurial is missing \(/)]);
  } finally {
    await installation.destroy();
  }
});
