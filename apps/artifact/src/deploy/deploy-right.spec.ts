import { performance } from 'node:perf_hooks';
import {
  accessChanged,
  identityCalls,
  identityFeed,
  repositoryChanged,
  repositoryFeed,
  type Feed,
} from '@holdfast/contracts';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import { jest } from '@jest/globals';
import type { FileCall } from '../artifact-file/file-call.js';
import { DeployRight } from './deploy-right.js';
import { RecentChanges } from './recent-changes.js';

const project = { uuid: 'p', id: 'p', deleted: false, visibility: 'members', roles: ['developer'] };
const repository = { uuid: 'r', id: 'r', type: 'maven', node: '', deleted: false };
const principal = {
  company: { uuid: 'c', id: 'acme' },
  account: { uuid: 'a', id: 'ada', type: 'user', email: '', name: '' },
  companyAdmin: false,
  credential: 'key:s',
};
const call = { principal, project, repository } as unknown as FileCall;

/** A process that hears of both services, and counts its questions. */
const world = () => {
  const hearings = new Map<Feed, Hearing>(
    [identityFeed, repositoryFeed].map((feed) => [feed, new Hearing()]),
  );
  const numbers = new Map<Feed, number>();
  const asked: [string, unknown][] = [];
  const rpc = {
    hears: (feed: Feed) => hearings.get(feed),
    call: (subject: string, _ctx: unknown, input: unknown) => {
      asked.push([subject, input]);
      return Promise.resolve(
        subject === identityCalls.rights ? { caller: principal, project } : { repository },
      );
    },
  } as unknown as Rpc;
  const tell = (feed: Feed, subject: string, event?: object): void => {
    const number = (numbers.get(feed) ?? 0) + (event ? 1 : 0);
    numbers.set(feed, number);
    hearings.get(feed)?.hear(subject, { process: 'one', number, event }, performance.now());
  };
  const right = new DeployRight(rpc, new RecentChanges(rpc));
  for (const feed of hearings.keys()) tell(feed, feed.pulse);
  const refusal = (decided: number) => right.now(call, decided);
  return { asked, tell, refusal, hearings };
};

/** As if all that was heard so far lay further back than anybody looks. */
const later = async <T>(run: () => Promise<T>): Promise<T> => {
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 10_000);
  try {
    return await run();
  } finally {
    clock.mockRestore();
  }
};

describe('the second look at the right to deploy', () => {
  it('is not taken for a short upload in whose company and project nothing has changed', async () => {
    const { refusal, asked, tell } = world();
    await later(async () => {
      tell(identityFeed, accessChanged, { company: 'another' });
      tell(repositoryFeed, repositoryChanged, { project: 'another', repository: 'r2' });
      expect(await refusal(performance.now() - 100)).toEqual({ repository, project });
    });
    expect(asked).toEqual([]);
  });

  it('is taken for one that took a second', async () => {
    const { refusal, asked } = world();
    await later(() => refusal(performance.now() - 1_001));
    expect(asked.map(([, input]) => input)).toEqual([
      { company: 'c', account: 'a', credential: 'key:s', project: 'p' },
      { repository: 'r' },
    ]);
  });

  it.each([
    [identityFeed, accessChanged, { company: 'c', accounts: ['somebody'] }],
    [repositoryFeed, repositoryChanged, { project: 'p', repository: 'r' }],
  ] as const)('is taken after a change, also of shortly before', async (feed, subject, event) => {
    const { refusal, asked, tell } = world();
    await later(async () => {
      tell(feed, subject, event);
      await refusal(performance.now() + 900);
    });
    expect(asked).toHaveLength(2);
  });

  it('is taken while a service is not heard, and after something of it was missed', async () => {
    const { refusal, asked, hearings, tell } = world();
    await later(async () => {
      hearings.get(identityFeed)?.disconnected();
      await refusal(performance.now());
      tell(identityFeed, identityFeed.pulse);
      await refusal(performance.now());
    });
    expect(asked).toHaveLength(4);
  });
});
