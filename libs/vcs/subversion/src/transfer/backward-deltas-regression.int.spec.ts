import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';
import { goingBack, svndiff, windowOf } from './svndiff.fixture.js';
import { noDifferences, svndiffType } from './unpacked-sizes.js';

// A window of no length that went back had the server write beyond its memory, and put what it read there, of
// repositories of others too, into the file.
describeSubversion('a file that is changed by differences', () => {
  const world = SubversionWorld.ofSuite({ commits: 1_000 });

  it('is not made of what lies beyond it', async () => {
    const { url } = await world.repository();
    const type = { 'content-type': 'application/vnd.svn-skel' };
    const { headers } = await world.raw('ann', 'POST', url, '/!svn/me', { ...type, body: '( create-txn )' });
    const address = `/!svn/txr/${String(headers['svn-txn-name'])}/trunk/changed`;
    const put = (body: Buffer | string, given: Record<string, string> = {}) =>
      world.raw('ann', 'PUT', url, address, { ...given, body });
    const read = async () => (await world.raw('ann', 'GET', url, address, {})).text;
    const differences = { 'content-type': svndiffType };
    const plain = 'of this file '.repeat(1_000);
    expect((await put(plain)).status).toBe(201);
    const refused = await put(goingBack(7_000), differences);
    expect([refused.status, refused.text.includes(noDifferences)]).toEqual([400, true]);
    expect(await read()).toBe(plain);
    const copied = windowOf(0, 13, 13, Buffer.from([13, 0]));
    expect((await put(svndiff(copied), differences)).status).toBe(204);
    expect(await read()).toBe('of this file ');
  });
});
