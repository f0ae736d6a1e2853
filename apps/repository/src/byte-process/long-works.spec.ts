import { setTimeout as sleep } from 'node:timers/promises';
import type { LongWork, WorkProgress } from '@holdfast/vcs-spi';
import { hearWork, LongWorks } from './long-works.js';

describe('the long work of engines', () => {
  const question = { kind: 'git', operation: 'verify', input: { directory: '/r' } };
  const engine = (work: (input: unknown, waiting: LongWork) => Promise<unknown>) => ({
    work: (_: string, input: unknown, waiting: LongWork) => work(input, waiting),
  });

  it('tells how far it is now and then, and answers what it answers', async () => {
    const told: unknown[] = [];
    const works = new LongWorks((id, progress) => told.push([id, progress]));
    const done = works.run(
      engine(async (input, { tell }) => {
        for (let percent = 0; percent <= 100; percent += 1) tell({ percent, doing: 'objects' });
        while (told.length === 0) await sleep(10);
        return input;
      }),
      { ...question, work: 'w' },
    );
    expect(await done).toEqual({ directory: '/r' });
    expect(told).toEqual([['w', { progress: { percent: 100, doing: 'objects' } satisfies WorkProgress }]]);
  });

  it('says at once that a server which it waits for crawls, and whoever waits for it hears that', async () => {
    const heard: unknown[] = [];
    const waiting: LongWork = {
      signal: new AbortController().signal,
      tell: (progress) => heard.push(progress),
      crawls: (is) => heard.push(is),
    };
    const works = new LongWorks((_, said) => hearWork(waiting, said));
    const crawling = engine((_, { crawls }) => {
      crawls?.(true);
      crawls?.(false);
      return Promise.resolve();
    });
    await works.run(crawling, { ...question, work: 'w' });
    hearWork(waiting, { progress: { doing: 'objects' } });
    hearWork(undefined, { crawls: true });
    expect(heard).toEqual([true, false, { doing: 'objects' }]);
  });

  it('ends when it is told to, and only then', async () => {
    const works = new LongWorks(() => undefined);
    const waiting = engine(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('ended')));
        }),
    );
    const one = works.run(waiting, { ...question, work: 'one' });
    const other = works.run(waiting, { ...question, work: 'other' });
    works.end('nobody');
    works.end('one');
    await expect(one).rejects.toThrow('ended');
    works.end('one');
    works.end('other');
    await expect(other).rejects.toThrow('ended');
  });
});
