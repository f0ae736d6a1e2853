import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { SshClient } from '../clients/ssh.js';
import { hasSvn, SvnClient } from '../clients/svn.js';
import { companyAdmin, newMember, newProject, newRepository } from '../world.js';

// One commit of a symbolic link to nothing ended every checkout, and every update of the directory that it is in.
(hasSvn ? describe : describe.skip)('a symbolic link of Subversion that no working copy can have', () => {
  it('is committed over neither door, and others are', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project, 'subversion', { layout: true });
    const developer = await newMember(admin, project, 'developer');
    const { ssh_url } = await must(admin.api.get(repository.path));
    const { port } = new URL(String(ssh_url));
    const overSsh = await SvnClient.overSsh(await SshClient.of(developer), port);
    const doors = [
      [await SvnClient.of(developer), repository.url],
      [overSsh, String(ssh_url).replace(`:${port}/`, '/')],
    ] as const;
    for (const [at, [client, url]] of doors.entries()) {
      const commit = async (text: string) => {
        const file = join(client.directory, 'text');
        await writeFile(file, text);
        const link = `trunk/l${at}`;
        const words = ['put', file, link, 'propset', 'svn:special', '*', link];
        return client.run('svnmucc', ['-m', 'm', '-U', url, ...words]);
      };
      const broken = {
        status: 1,
        output: expect.stringContaining('that no working copy can have') as string,
      };
      expect(await commit('link ')).toMatchObject(broken);
      expect(await commit('link somewhere')).toMatchObject({ status: 0 });
      expect(await commit('link two\nlines')).toMatchObject(broken);
    }
    await doors[1][0].must(['checkout', '-q', `${doors[1][1]}/trunk`, 'copy']);
    expect(await doors[1][0].must(['status', 'copy'])).toBe('');
  });
});
