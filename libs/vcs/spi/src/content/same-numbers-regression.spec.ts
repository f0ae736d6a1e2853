import { archiveHead } from './archive-head.js';

// The tag of an archive was made of its commit alone: with one of revision 5 of a repository that was purged a client
// was told that it had that of revision 5 of the next one of the same id.
describe('archives of repositories whose commits have the same ids', () => {
  const archive = { commit: '5', format: 'zip', name: 'a', lasting: false } as const;
  const tag = (repository: string): string => archiveHead({}, archive, repository).headers.ETag;

  it('have different tags', () => {
    expect(tag('one')).toBe(tag('one'));
    expect(tag('other')).not.toBe(tag('one'));
  });
});
