import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bundleOf, pushBundle, type BundlePart } from '../bundle-parts.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Commits a file of any name, as no client does. */
const misnaming = String.raw`
import os, sys
os.environ.update(HGPLAIN='1', HGRCPATH='')
from mercurial import context, hg, ui as uimod
repo = hg.repository(uimod.ui.load(), os.fsencode(sys.argv[1]))
name = os.fsencode(sys.argv[2])
file = lambda repo, ctx, path: context.memfilectx(repo, ctx, path, b'evil')
with repo.lock(), repo.transaction(b'test'):
    context.memctx(repo, (repo.nullid, repo.nullid), b'evil', [name], file, user=b'me').commit()
`;

describeMercurial('what clients of Mercurial may use of its protocol', () => {
  const world = sharedWorld();

  const heard = async (asked: Promise<Response>) => {
    const answer = await asked;
    return { status: answer.status, text: await answer.text() };
  };
  const post = (address: string, body: Buffer, headers: Record<string, string>) =>
    heard(
      fetch(address, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'content-type': 'application/mercurial-0.1', ...headers },
      }),
    );
  const push = (url: string, ...parts: BundlePart[]) => {
    const replies = { type: 'REPLYCAPS', data: Buffer.from('HG20\nerror=abort%2Cunsupportedcontent') };
    return heard(pushBundle(url, bundleOf([replies, ...parts])));
  };
  const ask = (url: string, command: string, args: string) =>
    post(`${url}?cmd=${command}`, Buffer.from(args), { 'x-hgargs-post': String(args.length) });
  const tagsOf = async (directory: string) => {
    const tags = await world.kind.open(directory).tags.snapshot();
    return Object.fromEntries(tags.page(0, 9).map(({ id, commit }) => [id, commit]));
  };

  /** Default with the tag v1 of its first commit, and a commit that a branch once called v1: with the file that did. */
  const tagged = async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const good = await world.commit(work, 'a', 'a');
    await world.must(work, 'tag', '-u', 'me', 'v1');
    const tip = await world.must(work, 'log', '-r', '.', '-T', '{node}');
    await world.must(work, 'update', '-q', '0');
    await world.must(work, 'branch', '-q', 'mine');
    const evil = await world.commit(work, 'a', 'evil');
    await world.commit(work, '.hgtags', `${evil} v1\n`);
    const file = (await world.must(work, 'manifest', '--debug')).slice(0, 40);
    await world.must(work, 'remove', '-q', '-f', '.hgtags');
    await world.must(work, 'commit', '-q', '-m', 'gone', '-u', 'me');
    await world.must(work, 'push', '-q', '--new-branch', url);
    expect(await tagsOf(directory)).toEqual({ v1: good });
    return { url, directory, work, good, tip, file };
  };

  it('has the server ask no address that a client names', async () => {
    let asked = 0;
    const inner = createServer((_, response) => {
      asked += 1;
      response.end('INTERNAL');
    });
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(inner.address() as AddressInfo).port}/`;
    const { url } = await world.repository();
    const answer = await push(url, {
      type: 'REMOTE-CHANGEGROUP',
      mandatory: { url: address, size: '8' },
    });
    expect(asked).toBe(0);
    expect(answer.text).toMatch(/error:unsupportedcontent.*remote-changegroup/is);
    inner.close();
  });

  it('has clients write no cache, by which a tag would move', async () => {
    const { url, directory, work, good, tip, file } = await tagged();
    const cache = join(directory, '.hg/cache/hgtagsfnodes1');
    const before = await readFile(cache).catch(() => undefined);
    const planted = Buffer.from(tip + file, 'hex');
    expect((await push(url, { type: 'hgtagsfnodes', data: planted })).status).toBe(200);
    expect(await readFile(cache).catch(() => undefined)).toEqual(before);
    await world.commit(work, 'b', 'b');
    await world.must(work, 'push', '-q', url);
    expect(await tagsOf(directory)).toEqual({ v1: good });
  });

  it('believes no cache of tags from when clients could write it', async () => {
    const { url, directory, work, good, tip, file } = await tagged();
    const caches = join(directory, '.hg/cache');
    await Promise.all(
      ['holdfast-caches-known', 'tags2-served', 'tags2-visible', 'tags2'].map((name) =>
        rm(join(caches, name), { force: true }),
      ),
    );
    const planted = Buffer.concat([Buffer.alloc(24, 0xff), Buffer.from(tip.slice(0, 8) + file, 'hex')]);
    await writeFile(join(caches, 'hgtagsfnodes1'), planted);
    await world.commit(work, 'b', 'b');
    await world.must(work, 'push', '-q', url);
    expect(await tagsOf(directory)).toEqual({ v1: good });
  });

  it('has no part that writes files or another form of repository', async () => {
    const { url, directory } = await world.repository();
    const form = () => readFile(join(directory, '.hg/requires'), 'utf8');
    const before = await form();
    const tree = { type: 'CHANGEGROUP', mandatory: { version: '02' }, advisory: { treemanifest: '1' } };
    expect((await push(url, tree)).text).toMatch(/unsupportedcontent.*treemanifest/is);
    const stream = { requirements: 'generaldelta', filecount: '0', bytecount: '0' };
    expect((await push(url, { type: 'STREAM2', mandatory: stream })).text).toMatch(/unsupportedcontent/i);
    expect(await form()).toBe(before);
  });

  it('brings no file that leads out of a working copy or into its settings', async () => {
    for (const name of ['../../evil', '.hg/hgrc', 'a/.hg/hgrc']) {
      const { url } = await world.repository();
      const work = await world.work();
      await world.python(work, ['-c', misnaming, work, name]);
      expect((await world.hg(work, 'push', url)).output).toContain('a name that no working copy can have');
    }
  });

  it('gives nothing a name that would have all lists of names grow without a bound', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const tip = await world.commit(work, 'a', 'a');
    await world.must(work, 'push', '-q', url);
    // Clients say no more than 255 bytes here.
    const words = `namespace=bookmarks&key=${'b'.repeat(256)}&old=&new=${tip}`;
    const refused = await ask(url, 'pushkey', words);
    expect(refused.text).toMatch(/^0\n[^]*this is not a valid name of a reference/);
    await world.commit(work, 'a', 'b');
    await world.must(work, 'bookmark', 'b'.repeat(255));
    await world.must(work, 'push', '-q', '-B', 'b'.repeat(255), url);
  });

  it('answers no command of clients before 1.9, nor batches and arguments without a bound', async () => {
    const { reading, url } = await world.repository();
    for (const command of ['between', 'branches', 'changegroup', 'changegroupsubset', 'clonebundles'])
      expect((await ask(reading, command, '')).status).toBe(404);
    const hidden = await ask(reading, 'batch', 'cmds=between+pairs%3Dx');
    expect(hidden.text).toBe('a batch may not have such a command\n');
    const lists = await ask(reading, 'batch', `cmds=${Array(17).fill('heads+').join('%3B')}`);
    expect(lists.text).toBe('too many commands in a batch\n');
    const keys = await ask(reading, 'getbundle', `listkeys=${Array(17).fill('phases').join('%2C')}`);
    expect(keys.text).toBe('too many lists are asked for\n');
    expect((await ask(reading, 'known', `nodes=${'&a='.repeat(70)}`)).status).toBe(400);
    const long = await post(`${url}?cmd=unbundle`, Buffer.from('x'), { 'x-hgargs-post': '4000000000' });
    expect(long.status).toBe(413);
    expect((await ask(reading, 'batch', 'cmds=heads+%3Bknown+nodes%3D')).status).toBe(200);
  });
});
