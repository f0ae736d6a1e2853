import { jest } from '@jest/globals';
import type { TransferGrant } from '../vcs-engine.js';
import { TransferClient } from './transfer-client.js';
import { TransferTurns } from './transfer-turns.js';

describe('turns of transfers of one repository', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const turns = new TransferTurns({ total: 16, perRepository: 8 }, 300_000);
  const grant = (account: string) =>
    ({ owner: { company: 'acme', account }, directory: '/repository' }) as TransferGrant;
  const refused = (): void => undefined;

  /** Sends so many bytes a second until it is ended. */
  const sending = (account: string, rate: number): TransferClient => {
    const client = new TransferClient(60_000);
    const timer = setInterval(() => client.moved(rate), 1_000);
    const sent = async (): Promise<void> => {
      while (!client.gone.aborted)
        await client.answers(new Promise((resolve) => setTimeout(resolve, 1_000))).catch(() => undefined);
      clearInterval(timer);
    };
    void turns.run(grant(account), client, sent, refused);
    return client;
  };

  const pushing = async (): Promise<boolean> => {
    let began = false;
    void turns.run(
      grant('cleo'),
      new TransferClient(60_000),
      () => Promise.resolve(void (began = true)),
      refused,
    );
    await jest.advanceTimersByTimeAsync(30_000);
    return began;
  };

  it('are not kept for long by accounts that trickle in each of several', async () => {
    const slow = ['ann', 'bob', 'dan'].flatMap((account) =>
      Array.from({ length: 3 }, () => sending(account, 2_000)),
    );
    await jest.advanceTimersByTimeAsync(61_000);
    expect(await pushing()).toBe(true);
    const ended = slow.filter(({ gone }) => gone.aborted);
    expect(ended.length).toBeGreaterThan(0);
    slow.forEach((client) => client.leave());
    await jest.advanceTimersByTimeAsync(2_000);
  });

  it('are kept by those that move, and by an account that has few', async () => {
    const lively = ['ann', 'ann', 'ann', 'eve'].map((account) => sending(account, 20_000));
    const few = ['bob', 'dan'].flatMap((account) => [sending(account, 2_000), sending(account, 2_000)]);
    await jest.advanceTimersByTimeAsync(61_000);
    expect(await pushing()).toBe(false);
    const all = [...lively, ...few];
    expect(all.some(({ gone }) => gone.aborted)).toBe(false);
    all.forEach((client) => client.leave());
    await jest.advanceTimersByTimeAsync(2_000);
  });
});

// Reports of Subversion that bring a little, and never end, by two accounts were all that a repository may have.
describe('turns of an account in one repository', () => {
  it('are no more than its share there', async () => {
    const turns = new TransferTurns({ total: 32, perRepository: 7, perAccount: 2 }, 300_000);
    const begun: string[] = [];
    const clients = ['ann', 'ann', 'ann', 'bob', 'bob', 'bob', 'cleo', 'cleo', 'cleo', 'dan'].map(
      (account) => {
        const client = new TransferClient(60_000);
        const grant = { owner: { company: 'acme', account }, directory: '/r' } as TransferGrant;
        const work = (): Promise<void> => (begun.push(account), client.left());
        void turns.run(grant, client, work, () => undefined);
        return client;
      },
    );
    await Promise.resolve();
    expect(begun).toEqual(['ann', 'ann', 'bob', 'bob', 'cleo', 'cleo', 'dan']);
    clients.forEach((client) => client.leave());
  });
});
