import type { VcsKind } from '@holdfast/vcs-spi';
import { watchedKind } from './watched-kind.js';

describe('a watched kind', () => {
  const heard: string[] = [];
  const kind = {
    id: 'git',
    open: (directory: string) => ({
      head: () => Promise.resolve(`head of ${directory}`),
      foreignWrite: () => ({ end: () => heard.push('end'), lost: () => heard.push('lost') }),
    }),
  } as unknown as VcsKind;
  const watch = {
    begun: (directory: string) => void heard.push(`begun in ${directory}`),
    lost: (directory: string) => void heard.push(`lost in ${directory}`),
  };
  const data = watchedKind(kind, watch).open('/data/x.git');

  it('tells of writes that begin and of those that are lost', () => {
    data.foreignWrite().end();
    expect(heard.splice(0)).toEqual(['begun in /data/x.git', 'end']);
    data.foreignWrite().lost();
    expect(heard.splice(0)).toEqual(['begun in /data/x.git', 'lost', 'lost in /data/x.git']);
  });

  it('is the kind in all else', async () => {
    expect(await data.head()).toBe('head of /data/x.git');
    expect(watchedKind(kind, watch).id).toBe('git');
  });
});
