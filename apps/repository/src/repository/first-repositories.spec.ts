import { FirstRepositories } from './first-repositories.js';

const row = (id: string, uuid = id) => ({ id, uuid, project: 'p' });

describe('the first repositories of a parent', () => {
  it('are put together in the order of the database, and no more of them than are wanted', () => {
    const first = new FirstRepositories(4);
    first.add('one', [row('B'), row('a'), row('c')]);
    first.add('one', [row('a', 'Z'), row('d')]);
    first.add('one', [row('A'), row('e')]);
    first.add('other', [row('x')]);
    expect([...first.all].map(([parent, rows]) => [parent, rows.map(({ uuid }) => uuid)])).toEqual([
      ['one', ['A', 'B', 'Z', 'a']],
      ['other', ['x']],
    ]);
  });

  it('are there once, also when their project comes twice', () => {
    const first = new FirstRepositories(3);
    first.add('one', [row('a'), row('b'), row('c')]);
    first.add('one', [row('a'), row('b', '1'), row('b'), row('d')]);
    expect(first.all.get('one')?.map(({ uuid }) => uuid)).toEqual(['a', '1', 'b']);
  });
});
