import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// SVNKit could neither look at the lock of a file nor take it away.
describeSubversion('a question for properties that names no depth', () => {
  const world = SubversionWorld.ofSuite();

  it('is answered of a file, and of no directory', async () => {
    const { url, directory } = await world.repository(false);
    await world.must('svnmucc', [
      '-m',
      'x',
      '-U',
      `file://${directory}`,
      'mkdir',
      'd',
      'put',
      '/dev/null',
      'd/f',
    ]);
    const body = '<propfind xmlns="DAV:"><prop><lockdiscovery/></prop></propfind>';
    const asked = (below: string) => world.raw('gus', 'PROPFIND', url, below, { body });
    expect(await asked('/d/f')).toMatchObject({ status: 207 });
    for (const below of ['', '/d', '/!svn/rvr/1/d', '/!svn/bc/1']) {
      const refused = await asked(below);
      expect(refused).toMatchObject({ status: 403 });
      expect(refused.text).not.toContain(world.root);
    }
    // A version of a directory is none.
    const { text } = await asked('/!svn/ver/1/d');
    expect(text.match(/<D:response>/g)).toHaveLength(1);
  });
});
