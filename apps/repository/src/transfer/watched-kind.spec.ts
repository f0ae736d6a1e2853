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
  const data = watchedKind(kind, (directory) => heard.push(`lost in ${directory}`)).open('/data/x.git');

  it('tells of lost writes and of no others', () => {
    data.foreignWrite().end();
    expect(heard.splice(0)).toEqual(['end']);
    data.foreignWrite().lost();
    expect(heard.splice(0)).toEqual(['lost', 'lost in /data/x.git']);
  });

  it('is the kind in all else', async () => {
    expect(await data.head()).toBe('head of /data/x.git');
    expect(watchedKind(kind, () => undefined).id).toBe('git');
  });
});
