import { accessChanged, identityFeed, projectOperations, type OperationContract } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import { KeptViews } from './kept-views.js';

const ctx = {
  principal: { company: { uuid: 'acme' }, account: { uuid: 'ann', type: 'user' } },
  project: { uuid: 'web' },
} as unknown as CallContext;

describe('a kept view', () => {
  let tell: (event: object) => void;
  let views: KeptViews;
  let asked: number;

  beforeEach(() => {
    asked = 0;
    const hearing = new Hearing();
    const rpc = {
      hears: (feed: unknown): Hearing => {
        expect(feed).toBe(identityFeed);
        return hearing;
      },
    };
    views = new KeptViews(rpc as unknown as Rpc);
    let number = 0;
    hearing.hear(identityFeed.pulse, { process: 'identity', number }, 0);
    tell = (event) => hearing.hear(accessChanged, { process: 'identity', number: (number += 1), event }, 0);
  });

  const show = (operation: OperationContract = projectOperations.show): Promise<unknown> =>
    views.view(operation, ctx, () => Promise.resolve({ asked: (asked += 1) }));

  it('is asked for once, and what is added to it stays with the answer', async () => {
    const first = (await show()) as Record<string, unknown>;
    first.users_count = 5;
    expect(await show()).toEqual({ asked: 1 });
  });

  it('is asked for again when its project or all of its company changed', async () => {
    await show();
    tell({ company: 'acme', projects: ['web'] });
    expect(await show()).toEqual({ asked: 2 });
    tell({ company: 'acme' });
    expect(await show()).toEqual({ asked: 3 });
  });

  it('stays when other projects or only people changed', async () => {
    await show();
    tell({ company: 'acme', projects: ['other'] });
    tell({ company: 'acme', accounts: ['ada'] });
    expect(await show()).toEqual({ asked: 1 });
  });

  it('is written once, and is tagged by what it says', async () => {
    const written = (of: Record<string, unknown>) =>
      views.written(projectOperations.show, ctx, () => Promise.resolve(of));
    const first = await written({ id: 'web' });
    expect(first).toMatchObject({ text: '{"id":"web"}', tag: expect.stringMatching(/^W\/"/) as string });
    expect(await written({ id: 'other' })).toBe(first);
    tell({ company: 'acme', projects: ['web'] });
    expect((await written({ id: 'other' })).tag).not.toBe(first.tag);
  });

  // 10,000 were kept, whatever they had: with 55 KB of properties each they would be objects of 2 GB.
  it('is kept while all together have room', async () => {
    const large = { text: 'x'.repeat(2 ** 20) };
    for (let project = 0; project < 40; project += 1) {
      const of = { ...ctx, project: { uuid: `${project}` } } as unknown as CallContext;
      await views.written(projectOperations.show, of, () => Promise.resolve(large));
      const again = await views.view(projectOperations.show, of, () => Promise.resolve({}));
      expect(again).toEqual(large);
    }
    const first = { ...ctx, project: { uuid: '0' } } as unknown as CallContext;
    expect(await views.view(projectOperations.show, first, () => Promise.resolve({ anew: true }))).toEqual({
      anew: true,
    });
  });

  it('is none for operations that do not say so', async () => {
    await show(projectOperations.list);
    expect(await show(projectOperations.list)).toEqual({ asked: 2 });
  });
});
