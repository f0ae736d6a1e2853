import { wholeList, type ListQuery } from '@holdfast/kernel';
import { listStatement, type ListSource } from './list.query.js';
import { foldCase, searchedPart, searchText } from './search-text.js';

const things: ListSource = {
  name: 'thing',
  select: 't.*',
  from: 'thing t',
  columns: { id: 't.id', name: 't.name' },
  search: { id: 't.id', name: 't.name' },
  updatedAt: 't.updated_at',
  deleted: 't.deleted_at is not null',
};

const statement = (query: Partial<ListQuery>, list = things, values: unknown[] = ['c']) =>
  listStatement(list, { ...wholeList, limit: 10, ...query }, [
    { sql: 't.owner = $1 or t.guest = $1', values },
  ]);

describe('the statement of a page', () => {
  it('asks for one row more than the page holds', () => {
    expect(statement({ offset: 20 })).toEqual({
      text:
        'select t.* from thing t where (t.owner = $1 or t.guest = $1) and not (t.deleted_at is not null)' +
        ' order by t.id asc limit $2 offset $3',
      values: ['c', 11, 20],
    });
  });

  it('turns round with its ties', () => {
    expect(statement({ sort: 'name', descending: true }).text).toContain('order by t.name desc, t.id desc');
    expect(statement({ sort: 'id' }).text).toContain('order by t.id asc limit');
  });

  it('compares whole seconds, exclusively', () => {
    const { text, values } = statement({ before: 7, after: 3, active: false });
    expect(text).toContain('and t.deleted_at is not null and t.updated_at < to_timestamp($2::bigint)');
    expect(text).toContain('and t.updated_at >= to_timestamp($3::bigint)');
    expect(values).toEqual(['c', 7, 4, 11, 0]);
  });

  it('searches every attribute for the very characters', () => {
    const { text, values } = statement({ searchTerm: '5%_\\' });
    expect(text).toContain('(t.id ilike $2 or t.name ilike $2)');
    expect(values[1]).toBe('%5\\%\\_\\\\%');
  });

  it('searches the folded text where there is one, and parts of it for single attributes', () => {
    const folded = {
      ...things,
      search: { id: searchedPart('t.text', 1), name: searchedPart('t.text', 2) },
      searchText: 't.text',
    };
    const every = statement({ searchTerm: 'ÄB' }, folded);
    expect(every.text).toContain('and t.text like $2 order');
    expect(every.values[1]).toBe('%äb%');
    const one = statement({ searchTerm: 'ÄB', searchFields: ['name'] }, folded);
    expect(one.text).toContain('and t.text like $2 and (split_part(t.text, chr(1), 2) like $2) order');
  });
});

describe('a text to search in', () => {
  it('is the same whatever the case', () => {
    expect(foldCase('ΟΔΟΣ')).toBe(foldCase('οδος'));
    expect(foldCase('ÀÉÎ')).toBe('àéî');
    expect(searchText('Id', 'A Name')).toBe('id\u0001a name');
    expect(searchText('Id', 'A\u0001Name').split('\u0001')).toHaveLength(2);
    expect(foldCase('d\u0001a')).not.toContain('\u0001');
  });
});
