import { wholeList, type CallContext } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';
import type { Contents } from '../commit/contents.js';
import { KeptContents } from '../commit/kept-contents.js';
import { answer, call, errorsOf } from '../replies.fixture.js';
import { BlameService } from './blame.service.js';

// That `first` lies beyond `last` was said of files that do not exist, and of those that do all lines were looked at.
describe('a question for lines that asks for none', () => {
  const entries: Record<string, object> = { file: { size: 3 }, directory: {} };
  const entry = (_commit: string, path: string) =>
    path === 'deep'
      ? Promise.reject(new VcsRefusal('too_large', 'a directory'))
      : Promise.resolve(entries[path]);
  const log = { find: () => Promise.resolve('1'.repeat(40)) };
  const at = { log, repository: { uuid: 'r' }, data: { tree: { entry }, blame: {} } };
  const service = new BlameService({ of: () => at } as unknown as Contents, new KeptContents());
  const ctx = { requestId: '', deadline: Number.MAX_SAFE_INTEGER } as CallContext;
  const asked = (path: string, more: object) =>
    service.list(ctx, call({ params: { commit_id: 'main', path }, list: wholeList, ...more }));

  it('is refused only where there is such a file', async () => {
    const errorsAt = (path: string) => errorsOf(asked(path, { query: { first: '5', last: '2' } }));
    expect(await errorsAt('file')).toEqual({
      first: { conflicts: ['last'] },
      last: { conflicts: ['first'] },
    });
    for (const path of ['nowhere', 'directory'])
      expect([path, await errorsAt(path)]).toEqual([path, 'not_found']);
    expect(await errorsAt('deep')).toEqual({ path: { invalid: true } });
  });

  it('says only whether there is such a file where it asks for what is deactivated', async () => {
    const list = { ...wholeList, active: false };
    expect(await answer(asked('file', { list }))).toEqual({ results: [], more: false });
    expect(await errorsOf(asked('nowhere', { list }))).toBe('not_found');
  });
});
