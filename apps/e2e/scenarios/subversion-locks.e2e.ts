import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { SshClient } from '../clients/ssh.js';
import { hasSvn, SvnClient } from '../clients/svn.js';
import { companyAdmin, newMember, newProject, newRepository, type Person } from '../world.js';

/** A working copy over one of the doors. */
interface Copy {
  person: Person;
  client: SvnClient;
  path: string;
}

(hasSvn ? describe : describe.skip)('Locks of Subversion', () => {
  let copies: Copy[];

  beforeAll(async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project, 'subversion', { layout: true });
    const [one, other] = [
      await newMember(admin, project, 'developer'),
      await newMember(admin, project, 'developer'),
    ];
    const { ssh_url } = await must(admin.api.get(repository.path));
    const { port } = new URL(String(ssh_url));
    const clients = [await SvnClient.of(one), await SvnClient.overSsh(await SshClient.of(other), port)];
    const file = join(clients[0].directory, 'f');
    await writeFile(file, 'first\n');
    const put = ['-m', 'x', '-U', repository.url, 'put', file, 'trunk/f'];
    expect(await clients[0].run('svnmucc', put)).toMatchObject({ status: 0 });
    // The stock client hands a port of the address on as a part of the name.
    const urls = [repository.url, String(ssh_url).replace(`:${port}/`, '/')];
    copies = await Promise.all(
      clients.map(async (client, at) => {
        await client.must(['checkout', '-q', `${urls[at]}/trunk`, 'copy']);
        return { person: [one, other][at], client, path: join(client.directory, 'copy') };
      }),
    );
  });

  const ends = async ({ client, path }: Copy, status: number, said: RegExp, ...words: string[]) => {
    const ended = await client.run('svn', words, path);
    expect([words, ended.status, ended.output]).toEqual([words, status, expect.stringMatching(said)]);
  };
  const changes = async (copy: Copy, text: string, status: number, said: RegExp): Promise<void> => {
    await writeFile(join(copy.path, 'f'), text);
    await ends(copy, status, said, 'commit', '-m', text, 'f');
  };

  it.each([
    ['HTTP', 0],
    ['SSH', 1],
  ])('of who comes over %s keep others from the file until he commits it', async (_, at) => {
    const [mine, theirs] = at === 0 ? copies : copies.toReversed();
    for (const { client, path } of copies) await client.must(['update', '-q'], path);
    await ends(mine, 0, /locked by user/, 'lock', '-m', 'Für mich', 'f');
    const told = await theirs.client.must(['info', '-r', 'HEAD', 'f'], theirs.path);
    expect(told).toContain(`Lock Owner: ${mine.person.id}\n`);
    expect(told).toContain('Für mich');
    await ends(theirs, 1, /already locked|W160035/, 'lock', 'f');
    await changes(theirs, 'theirs\n', 1, /lock/i);
    await theirs.client.must(['revert', '-q', 'f'], theirs.path);
    await changes(mine, `mine ${at}\n`, 0, /Committed revision/);
    expect(await mine.client.must(['info', '-r', 'HEAD', 'f'], mine.path)).not.toContain('Lock');
  });

  it('are stolen and broken where somebody insists, and then hold for nobody else', async () => {
    const [mine, theirs] = copies;
    for (const { client, path } of copies) await client.must(['update', '-q'], path);
    await ends(mine, 0, /locked by user/, 'lock', 'f');
    await ends(theirs, 0, new RegExp(`locked by user '${theirs.person.id}'`), 'lock', '--force', 'f');
    await changes(mine, 'late\n', 1, /lock/i);
    await ends(mine, 1, /lock/i, 'unlock', 'f');
    await ends(mine, 0, /unlocked/, 'unlock', '--force', 'f');
    await changes(mine, 'broken\n', 0, /Committed revision/);
    await theirs.client.must(['update', '-q'], theirs.path);
    expect(await theirs.client.must(['info', 'f'], theirs.path)).not.toContain('Lock');
  });
});
