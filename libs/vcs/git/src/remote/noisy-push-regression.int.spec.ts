import { jest } from '@jest/globals';
import { GitWorld } from '../git-world.fixture.js';
import { RemoteSession } from './remote-session.js';

// Words of progress counted as what was done: four push mirrors to servers that sent nothing else kept all places for
// imports and mirrors of all companies, for as long as these servers liked.
describe('what is given to a remote', () => {
  const world = GitWorld.ofSuite();
  afterEach(() => jest.restoreAllMocks());

  it('is measured by what is sent, whatever the remote says to it', async () => {
    const source = await world.seeded(120);
    const { url } = await world.repository();
    const watched = jest.spyOn(RemoteSession.prototype, 'watched');
    const sent: number[] = [];
    watched.mockImplementationOnce(async ({ written }, { signal }, work) => {
      if (!written) throw new Error('nothing is measured');
      sent.push(await written());
      const done = await work(signal);
      sent.push(await written());
      return done;
    });
    const work = { signal: new AbortController().signal, tell: () => undefined };
    await world.kind
      .open(source.directory)
      .remotes.push?.({ url }, { ...work, principal: 'a', metered: false });
    expect(sent[0]).toBe(0);
    // Two requests, and the objects of 120 commits.
    expect(sent[1]).toBeGreaterThan(4_000);
  });
});
