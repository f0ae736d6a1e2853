import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { describeHg, HgCopy } from '../clients/hg.js';
import { SshClient } from '../clients/ssh.js';
import { hasSvn, SvnClient } from '../clients/svn.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository } from '../world.js';

const limit = 4 << 20;

// What a commit had brought counted as stored when it was to be made, and was to have as much room again: none of more
// than half of what was left was made.
(hasSvn ? describe : describe.skip)('Commits of Subversion under a storage limit', () => {
  it.each(['HTTP', 'SSH'])('go up to it over %s', async (door) => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project, 'subversion');
    await must(admin.api.put(project.path, { storage_limit: limit }), 200);
    const { ssh_url } = await must(admin.api.get(repository.path));
    const { port } = new URL(String(ssh_url));
    const [client, url] =
      door === 'HTTP'
        ? [await SvnClient.of(admin), repository.url]
        : [
            await SvnClient.overSsh(await SshClient.of(admin), port),
            String(ssh_url).replace(`:${port}/`, '/'),
          ];
    const commit = async (name: string, bytes: number) => {
      const file = join(client.directory, 'text');
      await writeFile(file, randomBytes(bytes));
      return client.run('svnmucc', ['-m', 'm', '-U', url, 'put', file, name]);
    };
    expect(await commit('first', limit * 0.7)).toMatchObject({ status: 0 });
    expect(await commit('second', limit * 0.2)).toMatchObject({ status: 0 });
    const full = expect.stringContaining('the storage limit of the project is reached') as string;
    expect(await commit('third', limit * 0.2)).toMatchObject({ status: 1, output: full });
  });
});

// A large file lies in two places until its push is over, and was to have room in both.
describeHg('Pushes of Mercurial under a storage limit', () => {
  it('go up to it', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project, 'mercurial');
    await must(admin.api.put(project.path, { storage_limit: limit }), 200);
    const copy = await HgCopy.make(join(await scratch(), 'copy'));
    const push = async (bytes: number) => {
      await copy.commit('file', randomBytes(bytes).toString('base64'));
      return copy.hg('push', admin.in(repository.url));
    };
    expect(await push(limit * 0.7)).toMatchObject({ status: 0 });
    expect(await push(limit * 0.2)).toMatchObject({ status: 0 });
    const full = expect.stringContaining('the storage limit of the project is reached') as string;
    expect(await push(limit * 0.2)).toMatchObject({ status: 255, output: full });
  });
});
