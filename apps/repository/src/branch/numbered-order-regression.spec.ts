import { RefTable } from '@holdfast/vcs-spi';
import { branchPage } from './branch-page.js';

// Revisions of Subversion were compared as texts: a branch at revision 10 came before one at revision 9.
// Each list by commit had them so, whichever way it went.
describe('branches by commits that are numbers', () => {
  it.each([
    [false, ['c', 'a', 'b', 'd']],
    [true, ['d', 'b', 'a', 'c']],
  ])('come in the order of the numbers (descending: %s)', async (descending, names) => {
    const facts = {
      branches: RefTable.of(['a', 'b', 'c', 'd'], ['9', '10', '1', '111']),
      protectedAmong: () => Promise.resolve(() => false),
      times: () => Promise.resolve([]),
    };
    const query = { limit: 10, offset: 0, active: true, descending, sort: 'commit' };
    expect((await branchPage(facts, query)).results.map(({ id }) => id)).toEqual(names);
  });
});
