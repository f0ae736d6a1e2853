import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

/** What is no revision here: numbers that none has, and words that are no numbers. */
const odd = ['-1', '-2147483649', '99999', '99999999999999999999', '1x', 'x', '%20', ''];
/** What the server knows by itself in a repository, and another word. */
const words = ['ver', 'bc', 'bln', 'rev', 'rvr', 'vcc', 'none'];

// The server had a fault for an address of its own that is none: who may read could fill the log with them, and raise
// alerts. Asked for the properties of a revision that is under way it ended its process, with what it did for others.
describeSubversion('an address of the server that there is not', () => {
  const world = SubversionWorld.ofSuite();
  let url: string;
  let root: string;
  beforeAll(async () => {
    ({ url } = await world.repository());
    root = new URL(url).pathname;
  });

  const statusOf = async (method: string, below: string, more: Record<string, string> = {}) => {
    const { status } = await world.raw('ann', method, url, below, { depth: '0', ...more });
    return [method, below, status];
  };
  const report = (name: string, inner: string) => ({
    body: `<S:${name} xmlns:S="svn:">${inner}</S:${name}>`,
  });

  it('is not found, whatever is asked of it', async () => {
    for (const word of words)
      for (const revision of odd)
        for (const below of [`/!svn/${word}/${revision}`, `/!svn/${word}/${revision}/trunk`]) {
          expect(await statusOf('GET', below)).toEqual(['GET', below, 404]);
        }
    for (const method of ['OPTIONS', 'PROPFIND', 'REPORT', 'PROPPATCH', 'LOCK'])
      for (const below of ['/!svn', '/!svn/rev/-1', '/!svn/vcc/7', '/!svn/ver/1x/trunk', '/!svn/bc/-1/trunk'])
        expect(await statusOf(method, below)).toEqual([method, below, 404]);
  });

  it('is where there is one', async () => {
    for (const below of [
      '/!svn/vcc/default',
      '/!svn/bc/1/trunk',
      '/!svn/rvr/1',
      '/!svn/rev/1',
      '/!svn/bln/1',
    ])
      expect(await statusOf('PROPFIND', below)).toEqual(['PROPFIND', below, 207]);
  });

  it('is none of a revision that is not made yet', async () => {
    const asked = (revision: string) =>
      report(
        'get-deleted-rev-report',
        `<S:path>trunk</S:path><S:peg-revision>1</S:peg-revision><S:end-revision>${revision}</S:end-revision>`,
      );
    for (const revision of ['2', ' +99999', '99999999999999999999', '-1'])
      expect(await statusOf('REPORT', '/!svn/rvr/1/', asked(revision))).toEqual([
        'REPORT',
        '/!svn/rvr/1/',
        400,
      ]);
    expect(await statusOf('REPORT', '/!svn/rvr/1/', asked('1'))).toEqual(['REPORT', '/!svn/rvr/1/', 200]);
  });

  it('is none by which the properties of a revision that is under way are told or removed', async () => {
    const activity = `<D:activity-set><D:href>${root}/!svn/act/a</D:href></D:activity-set>`;
    const checkout = { body: `<D:checkout xmlns:D="DAV:">${activity}</D:checkout>` };
    await statusOf('MKACTIVITY', '/!svn/act/a');
    expect(await statusOf('CHECKOUT', '/!svn/bln/1', checkout)).toEqual(['CHECKOUT', '/!svn/bln/1', 201]);
    for (const method of ['PROPFIND', 'DELETE', 'GET', 'LOCK', 'OPTIONS'])
      for (const below of ['/!svn/wbl/a/1', '/!svn/w%62l/a/1/'])
        expect(await statusOf(method, below)).toEqual([method, below, 405]);
    expect(await statusOf('PROPFIND', '/!svn/wbl/a/trunk')).toEqual(['PROPFIND', '/!svn/wbl/a/trunk', 404]);
    const log = '<D:prop><S:log xmlns:S="http://subversion.tigris.org/xmlns/svn/">x</S:log></D:prop>';
    const change = { body: `<D:propertyupdate xmlns:D="DAV:"><D:set>${log}</D:set></D:propertyupdate>` };
    expect(await statusOf('PROPPATCH', '/!svn/wbl/a/1', change)).toEqual(['PROPPATCH', '/!svn/wbl/a/1', 207]);
  });
});
