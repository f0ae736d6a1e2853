import { filterOf } from './lfs-locks.js';
import { LfsProblem } from './lfs-problem.js';

// What no database stores was asked of one: who sent it was told to try again.
describe('the filter of a list of locks', () => {
  it.each(['id=%00', 'id=a%00b', 'path=%00'])('is none with what nothing is called: %s', (query) => {
    const filter = () => filterOf(new URLSearchParams(query));
    expect(filter).toThrow(LfsProblem);
    expect(filter).toThrow(/^(id|path) must be that of/);
  });

  it('has an id that no lock has', () => {
    expect(filterOf(new URLSearchParams('id=x'))).toMatchObject({ id: 'x' });
  });
});
