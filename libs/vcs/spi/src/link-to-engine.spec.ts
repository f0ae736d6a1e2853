import { linkTo } from './link-to-engine.js';
import type { LongWork } from './long-work.js';
import { careOver } from './vcs-care.js';

describe('a link to an engine in the same process', () => {
  const heard: unknown[] = [];
  const link = linkTo({
    call: (operation, input) => {
      heard.push([operation, input]);
      return Promise.resolve({ at: new Date(0) });
    },
    work: (operation, input, waiting) => {
      heard.push([operation, input, waiting]);
      return Promise.resolve(operation === 'verify' ? { lines: ['broken'], count: 1 } : undefined);
    },
  });
  const waiting: LongWork = { signal: new AbortController().signal, tell: () => undefined };
  beforeEach(() => void heard.splice(0));

  it('carries what JSON can carry, as one to another process does', async () => {
    expect(await link.call('read', { a: undefined, at: new Date(0) })).toEqual({
      at: '1970-01-01T00:00:00.000Z',
    });
    expect(heard).toEqual([['read', { at: '1970-01-01T00:00:00.000Z' }]]);
    expect(Object.keys((heard[0] as [string, object])[1])).toEqual(['at']);
    expect(await link.work('other', undefined, waiting)).toBeUndefined();
  });

  it('has repositories looked after', async () => {
    const care = careOver(link, '/d');
    expect(await care.verify(waiting)).toEqual({ lines: ['broken'], count: 1 });
    expect(await care.maintain(waiting, 'acme')).toBeUndefined();
    expect(heard).toEqual([
      ['verify', { directory: '/d' }, waiting],
      ['maintain', { directory: '/d', company: 'acme' }, waiting],
    ]);
  });
});
