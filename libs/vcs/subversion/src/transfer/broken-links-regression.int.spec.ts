import { lstat, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// One commit of a symbolic link to nothing ended every checkout, and every update of the directory that it is in.
describeSubversion('symbolic links that no working copy can have', () => {
  const world = SubversionWorld.ofSuite();
  const told = 'symbolic link that no working copy can have';

  /** Changes by the stock client, in one commit; `$name` is a file with the text of that name. */
  const commits =
    (url: string, texts: Readonly<Record<string, string | Buffer>>) => async (words: string) => {
      const all = words.split(' ').map(async (word) => {
        if (!word.startsWith('$')) return word;
        const file = join(world.root, word.slice(1));
        await writeFile(file, texts[word.slice(1)]);
        return file;
      });
      const { code, stderr } = await world.as(
        'ann',
        ['-m', 'm', '-U', url, ...(await Promise.all(all))],
        undefined,
        'svnmucc',
      );
      return code === 0 ? 'made' : stderr;
    };

  it.each<[string, string | Buffer]>([
    ['nothing', 'link '],
    ['an empty line', 'link \n'],
    ['two lines', 'link a\nb'],
    ['a NUL', 'link a\0b'],
    ['no UTF-8', Buffer.from('link \xff', 'latin1')],
    ['more than clients read of it', `link ${'a'.repeat(1_025)}`],
    ['what has megabytes', `link ${'a'.repeat(4 << 20)}`],
    ['what does not say so', 'no link'],
    ['no word', ''],
  ])('are refused where they lead to %s', async (_, text) => {
    const { url } = await world.repository();
    const commit = commits(url, { text });
    expect(await commit('put $text trunk/l propset svn:special * trunk/l')).toContain(told);
    expect(await commit('put $text trunk/l')).toBe('made');
    expect(await commit('propset svn:special * trunk/l')).toContain(told);
  });

  // No dot of an expression stands for these, which are line ends to it: nobody looked at such a file.
  it.each(['\u2028', '\u2029', '\u0085', '\u00a0', '\ufeff', ' '])(
    'are refused where their names have %j',
    async (odd) => {
      const { url } = await world.repository();
      const commit = commits(url, { sound: 'link a', broken: 'link ' });
      const at = `trunk/${encodeURIComponent(`a${odd}b ü`)}`;
      expect(await commit(`put $sound ${at} propset svn:special * ${at}`)).toBe('made');
      expect(await commit(`put $broken ${at}`)).toContain(told);
      const long = `text/${'x'.repeat(1_024)}`;
      expect(await commit(`propset svn:mime-type ${long} ${at}`)).toContain('svn:mime-type has more');
    },
  );

  it('are refused where they were sound before, or are copies', async () => {
    const { url } = await world.repository();
    const commit = commits(url, { sound: `link ${'ü'.repeat(512)}`, other: 'link a\\b', broken: 'link ' });
    expect(
      await commit('put $sound trunk/l propset svn:special * trunk/l propset svn:eol-style native trunk/l'),
    ).toBe('made');
    expect(await commit('put $sound trunk/plain propset svn:eol-style native trunk/plain')).toBe('made');
    expect(await commit('put $broken trunk/l')).toContain(told);
    expect(await commit('cp HEAD trunk/l trunk/m put $broken trunk/m')).toContain(told);
    expect(await commit('cp HEAD trunk branches/b put $broken branches/b/l')).toContain(told);
    expect(await commit('put $broken trunk/plain')).toBe('made');
    expect(await commit('put $other trunk/l cp HEAD trunk/l trunk/m')).toBe('made');
    expect(await commit('propdel svn:special trunk/l put $broken trunk/l')).toBe('made');
    expect(await commit('rm trunk/m put $broken trunk/m')).toBe('made');
  });

  // The answer about the property was read in part, and was taken for that of a file without it.
  it('are refused however long the value is that makes them links', async () => {
    const { url } = await world.repository();
    const commit = commits(url, { sound: 'link a', broken: 'link ' });
    expect(await commit('put $sound trunk/l')).toBe('made');
    const raw = (method: string, below: string, sent: { body: string; 'content-type'?: string }) =>
      world.raw('ann', method, url, below, sent);
    // The stock client writes an asterisk for whatever it is given.
    const skel = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
    const { headers } = await raw('POST', '/!svn/me', skel);
    const name = String(headers['svn-txn-name']);
    const special = `<special xmlns="http://subversion.tigris.org/xmlns/svn/">${'x'.repeat(70_000)}</special>`;
    const body = `<propertyupdate xmlns="DAV:"><set><prop>${special}</prop></set></propertyupdate>`;
    expect((await raw('PROPPATCH', `/!svn/txr/${name}/trunk/l`, { body })).status).toBe(207);
    const source = `${new URL(url).pathname}/!svn/txn/${name}`;
    const merge = `<merge xmlns="DAV:"><source><href>${source}</href></source></merge>`;
    expect((await raw('MERGE', '', { body: merge })).status).toBe(200);
    expect(await commit('put $broken trunk/l')).toContain(told);
  });

  it('are taken from working copies, with odd names, and had by all', async () => {
    const { url } = await world.repository();
    const [mine, other] = [join(world.root, 'work-mine'), join(world.root, 'work-other')];
    await world.must('svn', ['checkout', '-q', ...own, `${url}/trunk`, mine]);
    const names = ['a', 'b %41#?', 'ü\u2028', 'c'];
    for (const name of names) await symlink(`../${name}`, join(mine, name));
    await world.must('svn', ['add', '-q', ...names.map((name) => `${name}@`)], mine);
    await world.must('svn', ['commit', '-q', ...own, '-m', 'm'], mine);
    await world.must('svn', ['checkout', '-q', ...own, `${url}/trunk`, other]);
    for (const name of names) expect((await lstat(join(other, name))).isSymbolicLink()).toBe(true);
    expect(await world.must('svn', ['status'], other)).toBe('');
  });

  it('go where they came by other ways', async () => {
    const { url, directory } = await world.repository();
    const past = ['-u', 'ann', '-m', 'm', '-U', `file://${directory}`];
    const file = join(world.root, 'past');
    await writeFile(file, 'link ');
    await world.must('svnmucc', [...past, 'put', file, 'trunk/l', 'propset', 'svn:special', '*', 'trunk/l']);
    const commit = commits(url, { text: 'x' });
    expect(await commit('put $text trunk/other cp HEAD trunk branches/b')).toBe('made');
    expect(await commit('rm trunk/l')).toBe('made');
    expect(await readFile(file, 'utf8')).toBe('link ');
  });
});

const own = ['--username', 'ann', '--password', 'x', '--non-interactive', '--no-auth-cache'];
