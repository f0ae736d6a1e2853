import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';
import { youngestIn } from '../process/youngest.js';
import { unfitIn } from './unfit-transaction.js';

// A revision with our mark counts as one that the API has made: whoever set it by a commit of his own kept that commit
// from being told to anybody.
describeSubversion('properties by which the server knows its own revisions', () => {
  const world = SubversionWorld.ofSuite();
  const told = 'a revision may have no property whose name begins with holdfast:';

  it('are set by no commit, and others are', async () => {
    const { directory, url } = await world.repository();
    const before = await youngestIn(directory);
    const made = (place: string, property: string) =>
      world.as('ann', ['mkdir', '-m', 'm', '--with-revprop', property, `${url}/${place}`]);
    const { code, stderr } = await made('a', 'holdfast:ref=refs/heads/x');
    expect([code, stderr]).toEqual([1, expect.stringContaining(told)]);
    expect((await made('a', 'holdfast:other=y')).code).toBe(1);
    expect(await youngestIn(directory)).toBe(before);
    expect((await made('a', 'x:holdfast:ref=y')).code).toBe(0);
    expect(world.reports.at(-1)).toMatchObject({ accepted: true, changed: true, done: true });
  });

  it('nor over SSH, and a file may have one of such a name', async () => {
    const { directory } = await world.repository();
    const transaction = join(directory, 'db/transactions/1-1.txn');
    await mkdir(transaction, { recursive: true });
    const saying = async (file: string, name: string) => {
      await writeFile(join(transaction, file), `K ${name.length}\n${name}\nV 1\ny\nEND\n`);
      return unfitIn(directory, '1-1');
    };
    expect(await saying('node.0.0.props', 'holdfast:ref')).toBeUndefined();
    expect(await saying('props', 'x:y')).toBeUndefined();
    expect(await saying('props', 'holdfast:ref')).toBe(told);
  });

  // In the milliseconds in which the API made a branch, who had asked for it could change that commit over HTTP.
  it('keep a commit of the API from being changed by who asked for it', async () => {
    const { url, directory } = await world.repository();
    const skel = '( create-txn-with-props ( 12 holdfast:ref 12 refs/heads/x ) )';
    const type = { 'content-type': 'application/vnd.svn-skel' };
    const { headers } = await world.raw('ann', 'POST', url, '/!svn/me', { ...type, body: skel });
    const name = String(headers['svn-txn-name']);
    const body =
      '<D:propertyupdate xmlns:D="DAV:" xmlns:S="http://subversion.tigris.org/xmlns/svn/">' +
      '<D:set><D:prop><S:log>other</S:log></D:prop></D:set></D:propertyupdate>';
    const asks: [method: string, below: string, body?: string][] = [
      ['PROPPATCH', `/!svn/txn/${name}`, body],
      ['MKCOL', `/!svn/txr/${name}/late`],
      ['DELETE', `/!svn/txn/${name}`],
    ];
    for (const [method, below, sent] of asks) {
      const { status, text } = await world.raw('ann', method, url, below, { body: sent });
      expect([method, status, text]).toEqual([method, 403, expect.stringContaining(told)]);
    }
    expect(await readFile(join(directory, `db/transactions/${name}.txn/props`), 'utf8')).not.toContain(
      'other',
    );
  });
});
