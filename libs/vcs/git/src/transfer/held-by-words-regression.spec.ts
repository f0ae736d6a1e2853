import { jest } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { TransferClient, TransferTurns } from '@holdfast/vcs-spi/engine';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { Talk } from './talk.js';

/** What a conversation does in each second of its life. */
type Second = (second: number, one: { say: (text: string) => void; answer: (text: string) => void }) => void;

const half = '0014command=ls-refs\n00010019ref-prefix refs/0000';

/** A whole command every forty seconds; the next one is begun so that it looks like one. */
const word: Second = (second, { say, answer }) => {
  if (second % 40 === 1) say(half);
  if (second % 40 !== 0 || second === 0) return;
  say('0000');
  answer('0000');
};

describe('turns that are held by a word now and then', () => {
  let turns: TransferTurns;
  let all: TransferClient[];
  beforeEach(() => {
    jest.useFakeTimers();
    turns = new TransferTurns({ total: 48, perRepository: 24 }, 300_000);
    all = [];
  });
  afterEach(async () => {
    all.forEach((client) => client.giveWay());
    await jest.advanceTimersByTimeAsync(2_000);
    jest.useRealTimers();
  });

  const grant = (account: string, company = 'acme') =>
    ({ owner: { company, account }, directory: '/repository' }) as TransferGrant;
  const refused = (): void => undefined;

  /** A conversation; `works`: so much of the processor it uses (ms a second). */
  const talking = (account: string, each: Second, works = 0): TransferClient => {
    const [talk, client, request] = [new Talk(), new TransferClient(60_000), new PassThrough()];
    all.push(client);
    void turns.run(
      grant(account),
      client,
      async () => {
        let second = 0;
        client.talksWith(() => second * works);
        const say = (text: string) => void request.write(text);
        const answer = (text: string): void => {
          client.moved(text.length);
          talk.said(Buffer.from(text));
        };
        const timer = setInterval(() => each((second += 1), { say, answer }), 1_000);
        try {
          for await (const piece of talk.chunks(request as unknown as IncomingMessage, client)) void piece;
        } catch {
          // It was ended.
        }
        clearInterval(timer);
      },
      refused,
    );
    return client;
  };

  /** After how many seconds somebody new has his turn. */
  const waited = async (most: number): Promise<number> => {
    let mine = false;
    const begin = () => Promise.resolve(void (mine = true));
    const client = new TransferClient(60_000);
    all.push(client);
    void turns.run(grant('new', 'other'), client, begin, refused);
    for (let second = 0; second < most && !mine; second += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      if (mine) return second;
    }
    return mine ? 0 : Infinity;
  };
  const gone = (clients: TransferClient[]) => clients.filter((client) => client.gone.aborted).length;

  const held = (count: number, accounts: string[], each: Second, works?: number) =>
    accounts.flatMap((account) => Array.from({ length: count }, () => talking(account, each, works)));

  it('are given to who is new, however often the words come, and however old those who hold them are', async () => {
    held(8, ['ann', 'bob', 'cleo'], word);
    await jest.advanceTimersByTimeAsync(500);
    expect(await waited(60)).toBeLessThan(12);
    held(1, ['ann'], word);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(await waited(60)).toBeLessThan(3);
  });

  it('are kept by who computes for half a minute, moves, or has git at work', async () => {
    const computes: Second = (second, { say, answer }) => {
      if (second % 30 !== 0) return;
      say(`${`0032have ${'a'.repeat(40)}\n`.repeat(500)}0000`);
      answer('0008NAK\n0000');
    };
    const moves: Second = (_, { answer }) => answer('x'.repeat(16 << 10));
    const quiet: Second = () => undefined;
    const works = held(4, ['dan', 'eve', 'fay', 'guy'], quiet, 100);
    const moving = held(4, ['gus'], moves);
    const single = held(1, ['hal', 'ida', 'jon', 'kim'], computes);
    await jest.advanceTimersByTimeAsync(55_000);
    expect(await waited(40)).toBe(Infinity);
    expect(gone([...works, ...moving, ...single])).toBe(0);
  });

  it('are taken first from who has let others wait longest, of those who hold most', async () => {
    const few = held(2, ['hal'], word);
    held(6, ['gus'], () => undefined, 100);
    const first = held(8, ['ann'], word);
    await jest.advanceTimersByTimeAsync(20_000);
    const later = held(8, ['bob'], word);
    await waited(30);
    expect([gone(first), gone(later), gone(few)]).toEqual([1, 0, 0]);
  });
});
