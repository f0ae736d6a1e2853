import { GitWorld, pkt } from '../git-world.fixture.js';
import { outcomeOf } from './brought.fixture.js';
import { HostileRemote } from './hostile-remote.fixture.js';

// Its ids were passed over: an import into an empty repository was done, and a new mirror had been brought up to date,
// with nothing in them.
describe('a remote whose objects have names of SHA-256', () => {
  const world = GitWorld.ofSuite();

  it.each([true, false])('brings nothing, and says why (into an empty repository: %s)', async (empty) => {
    const { directory } = empty ? await world.repository() : await world.seeded(1);
    const id = 'ab'.repeat(32);
    await HostileRemote.during(
      (_request, response) => {
        const capabilities = 'side-band-64k ofs-delta object-format=sha256 agent=git/2';
        const lines = [`${id} HEAD\0${capabilities}\n`, `${id} refs/heads/main\n`].map(pkt).join('');
        response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
        response.end(`${pkt('# service=git-upload-pack\n')}0000${lines}0000`);
      },
      async ({ url }) =>
        expect(await outcomeOf(world, directory, { url })).toBe(
          'remote: the remote has another format of objects than SHA-1',
        ),
    );
  });
});
