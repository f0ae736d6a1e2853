import { appendFile, chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// One commit of a property that clients cannot read ended every checkout or update, or every log with merges.
describeSubversion('properties by which all clients fail', () => {
  const world = SubversionWorld.ofSuite();
  const namespace = 'http://subversion.tigris.org/xmlns/svn/';

  /** Sets properties as no stock client does, one after the other, in one commit; answers what is said of that. */
  const set = async (url: string, ...all: [path: string, name: string, value: string][]): Promise<string> => {
    const headers = { 'content-type': 'application/vnd.svn-skel' };
    const begun = await world.raw('ann', 'POST', url, '/!svn/me', { ...headers, body: '( create-txn )' });
    const name = String(begun.headers['svn-txn-name']);
    for (const [path, property, value] of all) {
      const said = value.replace(/[&<\0]/g, (character) => `&#${character.charCodeAt(0)};`);
      const body =
        `<D:propertyupdate xmlns:D="DAV:" xmlns:S="${namespace}"><D:set><D:prop>` +
        `<S:${property}>${said}</S:${property}></D:prop></D:set></D:propertyupdate>`;
      const answer = await world.raw('ann', 'PROPPATCH', url, `/!svn/txr/${name}/${path}`, { body });
      expect(answer.text).toContain('200 OK');
    }
    const source = `<D:source><D:href>${new URL(url).pathname}/!svn/txn/${name}</D:href></D:source>`;
    const body = `<D:merge xmlns:D="DAV:">${source}</D:merge>`;
    const { status, text } = await world.raw('ann', 'MERGE', url, '', { body });
    return status === 200 ? 'made' : text;
  };

  const commit = async (url: string, ...words: string[]): Promise<string> => {
    const { code, stderr } = await world.as('ann', ['-m', 'm', '-U', url, ...words], undefined, 'svnmucc');
    return code === 0 ? 'made' : stderr;
  };

  /** As an import or a mirror brings it. */
  const bring = async (directory: string, path: string, name: string, value: string): Promise<void> => {
    const file = join(world.root, 'brought');
    const kind = path.includes('.') ? 'file' : 'dir';
    const properties = `K ${name.length}\n${name}\nV ${value.length}\n${value}\nPROPS-END\n`;
    const length = `Prop-content-length: ${properties.length}\nContent-length: ${properties.length}`;
    const about = `Node-path: ${path}\nNode-kind: ${kind}\nNode-action: change`;
    const revision = 'Revision-number: 1\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n';
    const head = `SVN-fs-dump-format-version: 2\n\n${revision}\n`;
    await writeFile(file, `${head}${about}\n${length}\n\n${properties}\n`);
    await world.must('svnadmin', ['load', '-q', '-F', file, directory]);
  };

  // Clients wrote through the link, and out of the working copy; at a file they locked it for ever.
  it('are svn:externals that lead through a file or a link, unless they did before', async () => {
    const { url, directory } = await world.repository();
    const file = join(world.root, 'link');
    await writeFile(file, 'link /tmp');
    expect(await commit(url, 'mkdir', 'trunk/d', 'put', file, 'trunk/d/f')).toBe('made');
    expect(await commit(url, 'put', file, 'trunk/l', 'propset', 'svn:special', '*', 'trunk/l')).toBe('made');
    const told = 'lead through a file or a symbolic link';
    const good = '^/trunk/d d/x\n^/trunk/d new/y/z\n^/trunk/d w';
    for (const target of ['l/x', './l//x/y', 'd/f/x']) {
      expect(await set(url, ['trunk', 'externals', `${good}\n^/trunk/d ${target}`])).toContain(told);
      expect(await set(url, ['trunk', 'externals', `${target} http://x/y`])).toContain(told);
    }
    expect(await set(url, ['', 'externals', '^/trunk/d trunk/l/x'])).toContain(told);
    expect(await set(url, ['trunk', 'externals', good])).toBe('made');
    const both = ['put', file, 'trunk/n', 'propset', 'svn:externals', '^/trunk/d n/x', 'trunk'];
    expect(await commit(url, ...both)).toContain(told);
    await bring(directory, 'trunk', 'svn:externals', '^/trunk/d l/x');
    expect(await set(url, ['trunk', 'externals', '^/trunk/d l/x'], ['trunk', 'ignore', 'a'])).toBe('made');
    expect(await set(url, ['trunk', 'externals', '^/trunk/d l/y'])).toContain(told);
  });

  it('are svn:externals that lead through more directories than are looked at', async () => {
    const { url, directory } = await world.repository();
    const through = (count: number) => Array.from({ length: count }, (_, at) => `^/trunk ${at}/x`).join('\n');
    expect(await set(url, ['trunk', 'externals', through(1_000)])).toBe('made');
    expect(await set(url, ['trunk', 'externals', through(1_001)])).toContain('more than 1000 directories');
    await bring(directory, 'trunk', 'svn:externals', through(1_001));
    expect(await set(url, ['trunk', 'externals', through(1_001)], ['trunk', 'ignore', 'a'])).toBe('made');
  });

  it.each([
    'garbage',
    '^/trunk/x ../../x',
    '^/trunk/x /x',
    '# where it is\n^/trunk/x y\n^/trunk/x y z',
    '-r{garbage} ^/trunk/x y',
    'http://[ y',
    'y //x:080/z',
  ])('are svn:externals with a line that none can read: %j', async (value) => {
    const { url } = await world.repository();
    const told = 'a line in svn:externals that no client can read';
    expect(await set(url, ['trunk', 'externals', value])).toContain(told);
    expect(await set(url, ['', 'externals', value])).toContain(told);
    expect(await commit(url, 'put', '/etc/hostname', 'trunk/f.txt')).toBe('made');
    expect(await set(url, ['trunk/f.txt', 'externals', value])).toBe('made');
    expect(await set(url, ['trunk', 'externals', `# none\n\n -r1 "^/tags" t\\ u\n`])).toBe('made');
    const work = join(world.root, `work-${url.split('/').pop()}`);
    await world.must('svn', ['checkout', '-q', ...own, `${url}/trunk`, work]);
    await world.must('svn', ['update', '-q', ...own, work]);
  });

  it.each(['/trunk:1-999999999', '/trunk:4\n/branches/a:b:1,3,5', '/trunk:1\n/branches/x:1-3,4'])(
    'are svn:mergeinfo of what is not there yet: %j',
    async (value) => {
      const { url } = await world.repository();
      expect(await commit(url, 'put', '/etc/hostname', 'trunk/f.txt', 'mkdir', 'branches/x')).toBe('made');
      const told = 'svn:mergeinfo names a revision that there is not yet';
      expect(await commit(url, 'propset', 'svn:mergeinfo', value, 'trunk')).toContain(told);
      expect(await commit(url, 'propset', 'svn:mergeinfo', value, 'trunk/f.txt')).toContain(told);
      expect(
        await commit(url, 'cp', 'HEAD', 'trunk', 'trunk/c', 'propset', 'svn:mergeinfo', value, 'trunk/c'),
      ).toContain(told);
      expect(await commit(url, 'propset', 'svn:mergeinfo', '/branches/x:1-2', 'trunk')).toBe('made');
      await world.must('svn', ['log', '-q', '-g', ...own, url]);
    },
  );

  it('are line ends that none knows, of files', async () => {
    const { url } = await world.repository();
    expect(await commit(url, 'put', '/etc/hostname', 'trunk/f.txt')).toBe('made');
    const file = 'trunk/f.txt';
    for (const value of ['garbage', '', 'Native', ' native', 'LF\n'])
      expect(await set(url, [file, 'eol-style', value])).toContain('svn:eol-style is native, LF, CR or CRLF');
    for (const value of ['native', 'LF', 'CR', 'CRLF'])
      expect(await set(url, [file, 'eol-style', value])).toBe('made');
    expect(await set(url, ['trunk', 'eol-style', 'garbage'])).toBe('made');
    const others = [
      'keywords',
      'mime-type',
      'executable',
      'needs-lock',
      'ignore',
      'global-ignores',
      'auto-props',
    ];
    for (const name of others) expect(await set(url, [file, name, '[='], ['trunk', name, '[='])).toBe('made');
    const work = join(world.root, 'work-lines');
    await world.must('svn', ['checkout', '-q', ...own, `${url}/trunk`, work]);
    // Who holds no lock has it to be read only.
    await chmod(join(work, 'f.txt'), 0o600);
    await appendFile(join(work, 'f.txt'), 'more\n');
    await world.must('svn', ['update', '-q', ...own, work]);
    expect(await world.must('svn', ['status', work])).toMatch(/^M .*f\.txt\n$/);
  });

  it('stay where they came by other ways, and become no worse', async () => {
    const { url, directory } = await world.repository();
    expect(await commit(url, 'put', '/etc/hostname', 'trunk/f.txt', 'mkdir', 'trunk/d')).toBe('made');
    const wide = `/trunk:1-50\n${Array.from({ length: 9_000 }, (_, at) => `/branches/${at}:2`).join('\n')}`;
    await bring(directory, 'trunk/d', 'svn:externals', 'garbage <&>');
    await bring(directory, 'trunk/f.txt', 'svn:eol-style', 'garbage');
    await bring(directory, 'branches', 'svn:mergeinfo', wide);
    const file = 'trunk/f.txt';
    expect(await commit(url, 'propset', 'a', 'b', 'trunk/d', 'propset', 'a', 'b', file)).toBe('made');
    expect(await commit(url, 'put', '/etc/hostname', file)).toBe('made');
    expect(await commit(url, 'cp', 'HEAD', 'trunk', 'branches/b')).toBe('made');
    const other = wide.replace('1-50', '1-48,50');
    expect(await set(url, ['branches', 'mergeinfo', other])).toBe('made');
    expect(await set(url, ['branches', 'mergeinfo', '/trunk:51'])).toContain('svn:mergeinfo');
    expect(await set(url, ['trunk/d', 'externals', 'garbage'])).toContain('svn:externals');
    expect(await set(url, [file, 'eol-style', 'other'])).toContain('svn:eol-style');
    expect(await commit(url, 'propset', 'svn:externals', '^/tags t', 'trunk/d')).toBe('made');
  });

  // The server says it in the head of its answer, which is read to 16 KiB: archives broke off.
  it('are media types without an end, of files', async () => {
    const { url } = await world.repository();
    expect(await commit(url, 'put', '/etc/hostname', 'trunk/f.txt')).toBe('made');
    const file = 'trunk/f.txt';
    expect(await set(url, [file, 'mime-type', `text/${'b'.repeat(1_020)}`])).toContain(
      'svn:mime-type has more than 1,024 bytes',
    );
    expect(await set(url, [file, 'mime-type', `text/${'b'.repeat(1_019)}`])).toBe('made');
    expect((await world.raw('ann', 'GET', url, `/${file}`)).status).toBe(200);
  });
});

const own = ['--username', 'ann', '--password', 'x', '--non-interactive', '--no-auth-cache'];
