import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// By one commit of some hundred names of ten thousand bytes in `branches` a developer made a list that nobody could
// read, and without which nobody could commit.
describeSubversion('long names', () => {
  const world = SubversionWorld.ofSuite();

  it('of more bytes than file systems take are refused, and removed where there are some', async () => {
    const { url, directory } = await world.repository();
    const made = async (name: string) => world.as('ann', ['mkdir', '-m', 'x', `${url}/branches/${name}`]);
    expect((await made('ü'.repeat(127) + 'x')).code).toBe(0);
    const { code, stderr } = await made('ü'.repeat(128));
    expect([code, stderr]).toEqual([1, expect.stringContaining('has a name of more than 255 bytes')]);
    const old = `branches/${'x'.repeat(256)}`;
    await world.must('svnmucc', ['-u', 'ann', '-m', 'x', '-U', `file://${directory}`, 'mkdir', old]);
    expect((await world.as('ann', ['rm', '-m', 'x', `${url}/${old}`])).code).toBe(0);
  });
});
