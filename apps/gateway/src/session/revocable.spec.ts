import { accessChanged, identityFeed, repositoryFeed, type Feed } from '@holdfast/contracts';
import { Hearing } from '@holdfast/platform/rpc';
import type { InvalidatingCache } from './invalidating-cache.js';
import { revocable } from './revocable.js';

describe('a cache of what services may revoke', () => {
  let hearings: Map<Feed, Hearing>;
  let cache: InvalidatingCache<object>;
  let asked: number;

  beforeEach(() => {
    hearings = new Map([identityFeed, repositoryFeed].map((feed) => [feed, new Hearing()]));
    cache = revocable('answers', { hears: (feed) => hearings.get(feed) ?? new Hearing() }, [
      identityFeed,
      repositoryFeed,
    ]);
    asked = 0;
  });

  const pulse = (feed: Feed, number = 0): void =>
    hearings.get(feed)?.hear(feed.pulse, { process: 'p', number }, 0);
  const ask = (): Promise<object | undefined> =>
    cache.get(
      'k',
      () => Promise.resolve({ asked: (asked += 1) }),
      () => ['account:a'],
    );

  it('keeps nothing until all of the services are heard', async () => {
    await ask();
    expect(await ask()).toEqual({ asked: 2 });
    pulse(identityFeed);
    await ask();
    expect(await ask()).toEqual({ asked: 4 });
    pulse(repositoryFeed);
    await ask();
    expect(await ask()).toEqual({ asked: 5 });
  });

  it('keeps nothing that was asked for before a service was heard', async () => {
    pulse(identityFeed);
    const early = ask();
    pulse(repositoryFeed);
    await early;
    expect(await ask()).toEqual({ asked: 2 });
  });

  it('forgets what an event names', async () => {
    pulse(identityFeed);
    pulse(repositoryFeed);
    await ask();
    const tell = (number: number, account: string): void =>
      hearings
        .get(identityFeed)
        ?.hear(accessChanged, { process: 'p', number, event: { company: 'c', accounts: [account] } }, 0);
    tell(1, 'b');
    expect(await ask()).toEqual({ asked: 1 });
    tell(2, 'a');
    expect(await ask()).toEqual({ asked: 2 });
  });

  it('forgets all when an event of one of them was missed', async () => {
    pulse(identityFeed);
    pulse(repositoryFeed);
    await ask();
    pulse(repositoryFeed, 1);
    expect(await ask()).toEqual({ asked: 2 });
    expect(await ask()).toEqual({ asked: 2 });
  });

  it('forgets all when one of them falls silent, and keeps nothing while it is', async () => {
    pulse(identityFeed);
    pulse(repositoryFeed);
    await ask();
    hearings.get(repositoryFeed)?.listen(1_000);
    await ask();
    expect(await ask()).toEqual({ asked: 3 });
  });
});
