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

  // Who had made a checkout of all could not update it any more.
  it('of paths that no working copy can have are refused, and removed where there are some', async () => {
    const { url, directory } = await world.repository();
    const made = (words: string[]) => world.as('ann', ['-m', 'x', '-U', url, ...words], undefined, 'svnmucc');
    const deep = Array.from({ length: 17 }, (_, at) => ['trunk', ...Array<string>(at).fill('d'.repeat(210))]);
    const all = deep.slice(1).flatMap((parts) => ['mkdir', parts.join('/')]);
    expect((await made(all)).code).toBe(0);
    const deepest = deep[16].join('/');
    const fits = `${deepest}/${'x'.repeat(3_500 - deepest.length - 1)}`;
    const { code, stderr } = await made(['mkdir', `${fits}x`]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('has a path of more than 3500 bytes')]);
    expect((await made(['mkdir', `${deepest}/${'\u{10000}'.repeat(25)}`])).code).toBe(0);
    expect((await made(['mkdir', fits])).code).toBe(0);
    const past = ['-u', 'ann', '-m', 'x', '-U', `file://${directory}`];
    await world.must('svnmucc', [...past, 'mkdir', `${fits}y`]);
    expect((await made(['rm', `${fits}y`])).code).toBe(0);
  });
});
