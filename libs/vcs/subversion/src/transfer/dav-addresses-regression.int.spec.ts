import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const forged =
  '<D:propertyupdate xmlns:D="DAV:" xmlns:S="http://subversion.tigris.org/xmlns/svn/"><D:set><D:prop>' +
  '<S:log>forged</S:log></D:prop></D:set></D:propertyupdate>';

// Who may not change what revisions say did so by another spelling of their address: the server decodes and merges
// slashes behind the door, which judged the spelling.
describeSubversion('another spelling of the address of a revision', () => {
  const world = SubversionWorld.ofSuite();

  it('lets nobody change what it says who may not', async () => {
    const { url } = await world.repository();
    const spellings = [
      '/!svn/rev/1',
      '/!svn/re%76/1',
      '/%21svn/rev/1',
      '//!svn/rev/1',
      '/!svn//rev/1',
      '/!svn/bl%6e/1',
    ];
    for (const below of spellings) {
      const { status } = await world.raw('ann', 'PROPPATCH', url, below, { body: forged });
      expect([below, status]).toEqual([below, below.includes('//') ? 404 : 403]);
    }
    const said = await world.as('ann', ['propget', '--revprop', '-r', '1', 'svn:log', url]);
    expect(said.stdout).not.toContain('forged');
    expect((await world.raw('admin', 'PROPPATCH', url, '/!svn/re%76/1', { body: forged })).status).toBe(207);
  });
});
