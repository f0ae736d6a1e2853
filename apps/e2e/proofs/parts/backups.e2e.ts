/** While all kinds are written to: `tools/test drill`. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Deployer, sha256 } from '../../clients/deployer.js';
import { Pusher } from '../../clients/git-writers.js';
import { remoteRefs } from '../../clients/git.js';
import { OwnInstallation } from '../../clients/own-installation.js';
import { scratch } from '../../scratch.js';
import { newProject, newRepository } from '../../world.js';

/** The largest file below a directory. */
const largest = async (directory: string): Promise<{ path: string; content: Buffer }> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return { path, content: await readFile(path) };
      }),
  );
  return files.sort((one, other) => other.content.length - one.content.length)[0];
};

it('A backup brings back what was pushed and deployed after all was destroyed, and says what has come to harm', async () => {
  const [backups, key] = [join(await scratch(), 'backups'), join(await scratch(), 'key')];
  const installation = await OwnInstallation.make({
    HOLDFAST_BACKUP_URL: backups,
    HOLDFAST_BACKUP_KEY: key,
  });
  const backup = (...words: string[]) => installation.run('holdfast', 'backup', ...words);
  await writeFile(key, await installation.must('holdfast', 'backup', 'key'), { mode: 0o600 });
  await installation.must('up', '--detach');
  try {
    let admin = await installation.login();
    const project = await newProject(admin);
    const code = await newRepository(admin, project);
    const jars = await newRepository(admin, project, 'maven');
    const pusher = await Pusher.make('busy', admin.in(code.url));
    const deployer = new Deployer(jars.url, admin);
    expect([await pusher.once(), await deployer.once()]).toEqual([true, true]);
    expect(JSON.parse(await installation.must('holdfast', 'backup', 'create', '--json'))).toMatchObject({
      ...{ problems: [], repositories: 1 },
    });

    const { path, content } = await largest(join(backups, 'objects'));
    content[content.length >> 1] ^= 1;
    await writeFile(path, content);
    expect(await backup('verify')).toMatchObject({
      ...{ status: 1, output: expect.stringMatching(/has come to harm/) as string },
    });
    content[content.length >> 1] ^= 1;
    await writeFile(path, content);
    expect(await backup('verify')).toMatchObject({
      ...{ status: 0, output: expect.stringContaining('is whole') as string },
    });

    await installation.must('down');
    await installation.destroy();
    await installation.must('holdfast', 'backup', 'restore');
    await installation.must('up', '--detach');
    expect((await admin.api.get('/projects')).status).toBe(401);
    admin = await installation.login();
    expect(await remoteRefs('/', admin.in(code.url))).toMatchObject({
      'refs/heads/busy': pusher.acknowledged.at(-1),
    });
    for (const [jar, digest] of deployer.acknowledged) {
      const answer = await fetch(`${jars.url}/${jar}`, { headers: { authorization: admin.basic } });
      expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(digest);
    }
    expect([await pusher.once(), await deployer.once()]).toEqual([true, true]);
  } finally {
    await installation.must('down');
  }
});
