import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeView } from '../process/view-directories.js';
import { installHooks } from '../session/asking-hooks.js';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';
import { unfitIn } from '../writing/unfit-transaction.js';

const [one, other] = ['\ufffe', '\uffff'];

// By one name, or one message, with a character that XML does not have, which the server writes as it is, a developer
// took lists, logs and checkouts from everybody, for ever.
describeSubversion('characters that no client could read', () => {
  const world = SubversionWorld.ofSuite();

  const begun = async (url: string, skel = '( create-txn )') => {
    const headers = { 'content-type': 'application/vnd.svn-skel' };
    const answer = await world.raw('ann', 'POST', url, '/!svn/me', { ...headers, body: skel });
    return String(answer.headers['svn-txn-name']);
  };
  const merged = async (url: string, name: string) => {
    const source = `<D:source><D:href>${new URL(url).pathname}/!svn/txn/${name}</D:href></D:source>`;
    const body = `<D:merge xmlns:D="DAV:">${source}</D:merge>`;
    const { status, text } = await world.raw('ann', 'MERGE', url, '', { body });
    return [status, /has a (?:name|character) that clients cannot read/.exec(text)?.[0]];
  };
  const named = [403, 'has a name that clients cannot read'];

  it('come in no name', async () => {
    const { url } = await world.repository();
    const copied = { destination: `http://x${new URL(url).pathname}/!svn/txr/` };
    for (const character of [one, other]) {
      const place = encodeURIComponent(`trunk/a${character}b`).replace('%2F', '/');
      for (const [method, to] of [
        ['PUT', undefined],
        ['MKCOL', undefined],
        ['COPY', copied.destination],
      ] as const) {
        const name = await begun(url);
        const at = to === undefined ? `/!svn/txr/${name}/${place}` : '/!svn/rvr/1/tags';
        const more = to === undefined ? {} : { destination: `${to}${name}/${place}` };
        expect([method, (await world.raw('ann', method, url, at, more)).status]).toEqual([method, 201]);
        expect([method, await merged(url, name)]).toEqual([method, named]);
      }
    }
    const { code } = await world.as('ann', ['log', '-v', url]);
    expect(code).toBe(0);
  });

  it('go with names that have them', async () => {
    const { url, directory } = await world.repository();
    const place = `trunk/a${one}b`;
    const put = ['put', '/etc/hostname', place];
    await world.must('svnmucc', ['-u', 'ann', '-m', 'x', '-U', `file://${directory}`, ...put]);
    expect((await world.as('ann', ['ls', `${url}/trunk`])).stderr).toContain('XML');
    const name = await begun(url);
    const there = `/!svn/txr/${name}/${encodeURIComponent(place).replace('%2F', '/')}`;
    expect((await world.raw('ann', 'DELETE', url, there)).status).toBe(204);
    expect(await merged(url, name)).toEqual([200, undefined]);
    expect((await world.as('ann', ['ls', `${url}/trunk`])).stderr).toBe('');
  });

  const setting = (url: string, name: string) =>
    begun(url, `( create-txn-with-props ( svn:log 1 m ${Buffer.byteLength(name)} ${name} 1 v ) )`);

  it('are not in these names of properties, which clients read', async () => {
    const { url } = await world.repository();
    for (const good of ['a-b', '_a.b:c', '0', 'für', 'имя', '名前']) {
      expect([good, await merged(url, await setting(url, good))]).toEqual([good, [200, undefined]]);
      const { stdout } = await world.as('ann', ['proplist', '-r', 'HEAD', '--revprop', url]);
      expect(stdout).toContain(good);
    }
  });

  // After one such property of a revision no copy of the repository could be made by a client any more.
  it.each(['a/b', 'a=b', '[', 'a;b', 'a\u00d7', 'a\u2028', '\u{1f600}', 'a\u0085'])(
    'come in no name of a property: %j',
    async (name) => {
      const { url, directory } = await world.repository();
      expect(await merged(url, await setting(url, name))).toEqual(named);
      const transaction = join(directory, 'db/transactions/1-1.txn');
      await mkdir(transaction, { recursive: true });
      await writeFile(join(transaction, 'props'), 'END\n');
      await writeFile(
        join(transaction, 'node.0-1.0.props'),
        `K ${Buffer.byteLength(name)}\n${name}\nV 1\nv\nEND\n`,
      );
      expect(await unfitIn(directory, '1-1')).toBe('a property has a name that clients cannot read');
    },
  );

  it('come in no message', async () => {
    const { url } = await world.repository();
    const message = `all ${one}`;
    const skel = `( create-txn-with-props ( svn:log ${Buffer.byteLength(message)} ${message} ) )`;
    const refused = [403, 'has a character that clients cannot read'];
    expect(await merged(url, await begun(url, skel))).toEqual(refused);
    expect((await world.as('ann', ['log', url])).code).toBe(0);
  });

  it('come in no message that is changed, by neither door', async () => {
    const { url, directory } = await world.repository();
    const properties = (said: string): string =>
      '<D:propertyupdate xmlns:D="DAV:" xmlns:S="http://subversion.tigris.org/xmlns/svn/"' +
      ' xmlns:V="http://subversion.tigris.org/xmlns/dav/"><D:set><D:prop><S:log V:encoding="base64">' +
      `${Buffer.from(said).toString('base64')}</S:log></D:prop></D:set></D:propertyupdate>`;
    const change = async (said: string) =>
      (await world.raw('admin', 'PROPPATCH', url, '/!svn/rev/1', { body: properties(said) })).text;
    expect(await change('changed ü')).not.toContain('the message has a character');
    expect(await change(`changed ${other}`)).toContain(
      'the message has a character that clients cannot read',
    );
    expect(await world.as('ann', ['log', url])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('changed ü\n') as string,
    });

    const { asking } = await installHooks(join(world.root, 'of-conversations'), '/usr/bin/perl', 1);
    const view = join(world.root, 'view');
    await makeView(directory, view, asking);
    const file = join(world.root, 'message');
    const words = ['setlog', '-r', '1', view, file];
    for (const [said, told] of [
      [`a ${one}`, 'the message has a character that clients cannot read'],
      // It asks on, where nobody answers here.
      ['a', 'could not decide'],
    ]) {
      await writeFile(file, said);
      expect((await world.svn('svnadmin', words)).stderr).toContain(told);
    }
  });

  it('come over SSH neither', async () => {
    const { directory } = await world.repository();
    const transaction = join(directory, 'db/transactions/1-1.txn');
    await mkdir(transaction, { recursive: true });
    const unfit = async (file: string, said: string | Buffer) => {
      await writeFile(join(transaction, file), said);
      const reason = await unfitIn(directory, '1-1');
      await writeFile(join(transaction, file), file === 'changes' ? '' : 'END\n');
      return reason;
    };
    const property = (name: string, value: Buffer) =>
      Buffer.concat([
        Buffer.from(`K ${Buffer.byteLength(name)}\n${name}\nV ${value.length}\n`),
        value,
        Buffer.from('\nEND\n'),
      ]);
    const text = Buffer.from(`a ${other}\tb\n`);
    expect(await unfit('props', property('svn:log', text))).toContain('the message has a character');
    expect(await unfit('node.0-1.0.props', property('p', text))).toContain('a property has a character');
    expect(await unfit('props', property(`p${one}`, Buffer.from('v')))).toContain('a name');
    // Such a value is no text, and is told in an encoding.
    const binary = Buffer.concat([text, Buffer.from([0])]);
    expect(await unfit('node.0-1.0.props', property('p', binary))).toBeUndefined();
    expect(await unfit('props', property('p', Buffer.concat([text, Buffer.from([255])])))).toBeUndefined();

    const added = (path: string) => `0-1._0.t1-1 add-file true false false ${path}\n1 /trunk${one}\n`;
    expect(await unfit('changes', `${added('/a')}${added(`/b${one}/c`)}`)).toContain('has a name');
    expect(await unfit('changes', added('/a'))).toBeUndefined();
    expect(await unfit('changes', added(`/${'a'.repeat(1 << 17)}`))).toContain('has a name');
    expect(await unfit('changes', `0-1._0.r1/1 delete-file false false false /b${one}\n\n`)).toBeUndefined();
  });
});
