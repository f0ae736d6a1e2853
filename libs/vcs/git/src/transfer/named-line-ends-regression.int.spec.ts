import { GitWorld, pkt, zero } from '../git-world.fixture.js';

describe('the end of a line in the name of a pushed reference', () => {
  const world = GitWorld.ofSuite();

  // git's hook is told of commands line by line, and heard of one more than git had.
  it('is refused, before anybody decides about commands that git does not have', async () => {
    const { url, directory, tip } = await world.seeded(1);
    const asked: string[] = [];
    world.instead = (push) => {
      asked.push(...Array.from(push.updates, ({ ref }) => ref));
      return Promise.resolve({ accepted: true });
    };
    for (const name of [`x\n${zero} ${tip} refs/heads/forged`, 'x\n']) {
      const commands = [
        pkt(`${zero} ${tip} refs/heads/${name}\0 report-status side-band-64k`),
        pkt(`${zero} ${tip} refs/heads/other`),
      ];
      // The pack of nothing.
      const pack = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex');
      const body = Buffer.concat([Buffer.from(`${commands.join('')}0000`), pack]);
      const answer = await world.post(url, 'receive-pack', body);
      expect(await answer.text()).toContain('the name of a reference cannot have the end of a line in it');
    }
    expect(asked).toEqual([]);
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
  });
});
