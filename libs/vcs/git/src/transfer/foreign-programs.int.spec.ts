import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const signatures = {
  openpgp: 'PGP SIGNATURE',
  x509: 'SIGNED MESSAGE',
  ssh: 'SSH SIGNATURE',
};
const programs = ['gpg', 'gpgsm', 'ssh-keygen', 'gzip', 'evil'];
const attributes = '* export-subst diff=evil filter=evil merge=evil text=auto\n';

describe('what a push holds', () => {
  const world = GitWorld.ofSuite({ archiveWork: 1_000 });
  const started = () => readFile(join(world.root, 'started'), 'utf8').catch(() => '');
  const over = (path: string, ...words: string[]) =>
    world.git([
      ...['-c', `core.sshCommand=${world.talker}`, '-c', 'ssh.variant=ssh', 'archive'],
      ...[`--remote=${path.replace('/admin/', 'ssh://admin@engine/')}`, ...words],
    ]);

  beforeAll(async () => {
    await mkdir(join(world.root, 'programs'));
    for (const name of programs) {
      const file = join(world.root, 'programs', name);
      await writeFile(file, `#!/bin/sh\necho ${name} >> '${world.root}/started'\nexit 1\n`);
      await chmod(file, 0o755);
    }
  });

  /** A repository in which a commit with a signature of each sort, and such a file, has been pushed as a branch. */
  const pushed = async (text: string) => {
    const { url, work, path, directory } = await world.seeded(1);
    await writeFile(join(work, '.gitattributes'), attributes);
    await writeFile(join(work, 'version'), text);
    await world.must(['add', '-A'], { cwd: work });
    const tree = await world.must(['write-tree'], { cwd: work });
    const ids: string[] = [];
    for (const [sort, words] of Object.entries(signatures)) {
      const signature = `-----BEGIN ${words}-----\n \n x\n -----END ${words}-----`;
      const commit = `tree ${tree}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\ngpgsig ${signature}\n\nx\n`;
      const id = await world.must(['hash-object', '-t', 'commit', '-w', '--stdin'], {
        cwd: work,
        input: commit,
      });
      await world.must(['push', '-q', url, `${id}:refs/heads/${sort}`], { cwd: work });
      ids.push(id);
    }
    return { path, ids, repository: world.kind.open(directory) };
  };

  it('starts no program, whatever is asked about it', async () => {
    const { path, ids, repository } = await pushed('sig $Format:%G?$ $Format:%GG$ $Format:%h$\n');
    for (const sort of Object.keys(signatures)) {
      const { code, stdout } = await over(path, sort, 'version');
      // Short ids are no longer with the objects that lie in packs.
      expect([code, stdout]).toEqual([0, expect.stringMatching(/sig [NE]\s+[0-9a-f]{12}(?![0-9a-f])/)]);
      expect((await over(path, '--format=tar.gz', sort)).code).toBe(0);
    }
    const page = { backwards: false, offset: 0, limit: 100 };
    const [commit] = ids;
    const changes = await repository.diff.changes({ ...page, head: commit }, reading());
    expect(changes.results.map((change) => change.path)).toContain('version');
    const lines = await repository.blame.lines({ ...page, commit, path: 'version' }, reading());
    expect(lines?.results).toMatchObject([{ line: 1, count: 1, origin: { commit } }]);
    const query = { ...page, commit, text: 'sig', contents: true, paths: true };
    expect((await repository.search.matches(query, reading())).results).toMatchObject([{ path: 'version' }]);
    expect(await started()).toBe('');
  });

  it('keeps git busy with an archive for so long and no longer', async () => {
    const { path } = await pushed('$Format:%G?$'.repeat(100_000));
    const begun = Date.now();
    const { code, stderr } = await over(path, 'openpgp', 'version');
    expect([code === 0, stderr]).toEqual([
      false,
      expect.stringContaining('the server took too long to make this'),
    ]);
    expect(Date.now() - begun).toBeLessThan(8_000);
    expect((await over(path, 'openpgp', '.gitattributes')).code).toBe(0);
  });
});
