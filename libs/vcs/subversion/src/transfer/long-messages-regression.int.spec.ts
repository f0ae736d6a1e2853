import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeView } from '../process/view-directories.js';
import { installHooks } from '../session/asking-hooks.js';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';
import { saysTooMuch } from '../writing/transaction-props.js';

// Every list of revisions has their messages: long ones kept it from being made in time.
describeSubversion('the message of a revision', () => {
  const world = SubversionWorld.ofSuite();

  const properties = (bytes: number): string =>
    '<D:propertyupdate xmlns:D="DAV:" xmlns:S="http://subversion.tigris.org/xmlns/svn/"><D:set><D:prop>' +
    `<S:log>${'m'.repeat(bytes)}</S:log></D:prop></D:set></D:propertyupdate>`;

  it('has a bound, whatever it is said of', async () => {
    const { url } = await world.repository();
    const asked = async (author: string, path: string, bytes: number) =>
      (await world.raw(author, 'PROPPATCH', url, path, { body: properties(bytes) })).status;
    const skel = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
    const { headers } = await world.raw('ann', 'POST', url, '/!svn/me', skel);
    const begun = String(headers['svn-txn-name']);
    const makes = [
      ['ann', `/!svn/txn/${begun}`],
      ['admin', '/!svn/rev/1'],
      ['admin', '/!svn/bln/1'],
    ];
    for (const [author, path] of makes) {
      expect([path, await asked(author, path, 2 << 20)]).toEqual([path, 413]);
      expect([path, await asked(author, path, 900 << 10)]).toEqual([path, 207]);
    }
    expect(await asked('ann', `/!svn/txr/${begun}/trunk`, 2 << 20)).toBe(207);
  });

  // All that was said by then counted, until a restart.
  it('may be said anew again and again', async () => {
    const { url } = await world.repository();
    const said: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      const body = properties(900 << 10);
      said.push((await world.raw('admin', 'PROPPATCH', url, '/!svn/bln/1', { body })).status);
    }
    expect(said).toEqual(Array(6).fill(207));
  });

  it('has it over SSH too, before the revision is made', async () => {
    const { directory } = await world.repository();
    const transaction = join(directory, 'db/transactions/1-1.txn');
    await mkdir(transaction, { recursive: true });
    const saying = async (bytes: number) => {
      await writeFile(join(transaction, 'props'), 'm'.repeat(bytes));
      return saysTooMuch(directory, '1-1');
    };
    expect([await saying(1 << 20), await saying(2 << 20)]).toEqual([false, true]);
    expect(await saysTooMuch(directory, '1-2')).toBe(false);
    expect(await saysTooMuch(directory, '../1-1')).toBe(false);
  });

  // There a text may have 16 MiB.
  it('has it over SSH too, where it is changed', async () => {
    const { directory } = await world.repository();
    const { asking } = await installHooks(join(world.root, 'of-conversations'), '/usr/bin/perl', 1);
    const view = join(world.root, 'view');
    await makeView(directory, view, asking);
    const file = join(world.root, 'message');
    const changed = async (bytes: number) => {
      await writeFile(file, 'm'.repeat(bytes));
      return (await world.svn('svnadmin', ['setlog', '-r', '1', view, file])).stderr;
    };
    // It asks on, where nobody answers here.
    expect(await changed(1 << 20)).toContain('could not decide');
    expect(await changed((1 << 20) + 1)).toContain('the message of a revision may have 1 MiB');
  });
});
