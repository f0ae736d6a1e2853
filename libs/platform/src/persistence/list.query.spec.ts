import { wholeList, type ListChoice, type ListQuery } from '@holdfast/kernel';
import type { DataSource } from 'typeorm';
import { dataSource } from './data-source.js';
import { listStatement, type ListSource } from './list.query.js';
import { foldCase, searchedPart, searchText } from './search-text.js';

const things: ListSource = {
  name: 'thing',
  rows: (source) => source.createQueryBuilder().select('t.*').from('thing', 't'),
  columns: { id: 't.id', name: 't.name' },
  search: { id: 't.id', name: 't.name' },
  updatedAt: 't.updated_at',
  deleted: 't.deleted_at is not null',
  filters: { color: 't.color' },
};

/** Never opened. */
const source: DataSource = dataSource({
  url: 'postgres://nobody@nowhere/nothing',
  schema: 'things',
  entities: [],
  migrations: [],
});

const own = { sql: 't.owner = :who or t.guest = :who', parameters: { who: 'c' } };

const statement = (query: Partial<ListQuery>, list = things, conditions = [own]) => {
  const { statement, parameters } = listStatement(
    source,
    list,
    { ...wholeList, limit: 10, ...query },
    conditions,
  );
  return { ...statement, values: statement.names.map((name) => parameters[name]) };
};

describe('the statement of a page', () => {
  it('asks for one row more than the page holds', () => {
    expect(statement({ offset: 20 })).toMatchObject({
      text:
        'SELECT t.* FROM "thing" "t" WHERE (t.owner = $1 or t.guest = $1) AND (not (t.deleted_at is not null))' +
        ' ORDER BY t.id ASC limit $2 offset $3',
      values: ['c', 11, 20],
    });
  });

  it('begins a later page at its first id, where ids are unique and nothing is searched', () => {
    const unique = { ...things, name: 'unique', hasUniqueIds: true as const };
    const where = 'WHERE (t.owner = $1 or t.guest = $1) AND (not (t.deleted_at is not null))';
    const first = (way: string) =>
      `(SELECT t.id AS "first" FROM "thing" "t" ${where} ORDER BY t.id ${way} limit 1 offset $2)`;
    expect(statement({ offset: 20 }, unique)).toMatchObject({
      text: `SELECT t.* FROM "thing" "t" ${where} AND t.id >= ${first('ASC')} ORDER BY t.id ASC limit $3`,
      values: ['c', 20, 11],
    });
    expect(statement({ offset: 20, descending: true }, unique).text).toContain(`t.id <= ${first('DESC')}`);
    const others = [{}, { offset: 1, sort: 'name' }, { offset: 1, searchTerm: 'x' }, { offset: 1, after: 3 }];
    for (const query of others) expect(statement(query, unique).text).not.toContain('first');
  });

  it('turns round with its ties', () => {
    expect(statement({ sort: 'name', descending: true }).text).toContain('ORDER BY t.name DESC, t.id DESC');
    expect(statement({ sort: 'id' }).text).toContain('ORDER BY t.id ASC limit');
  });

  it('compares whole seconds, exclusively', () => {
    const { text, values } = statement({ before: 7, after: 3, active: false });
    expect(text).toContain('AND (t.deleted_at is not null) AND (t.updated_at < to_timestamp($2::bigint))');
    expect(text).toContain('AND (t.updated_at >= to_timestamp($3::bigint))');
    expect(values).toEqual(['c', 7, 4, 11, 0]);
  });

  it('searches every attribute for the very characters', () => {
    const { text, values } = statement({ searchTerm: '5%_\\' });
    expect(text).toContain('(t.id ilike $2 or t.name ilike $2)');
    expect(values[1]).toBe('%5\\%\\_\\\\%');
  });

  it('takes all sigmas for one where there is no folded text, and leaves the rest of the term to the index', () => {
    const { text, values } = statement({ searchTerm: 'ΟΔ_Σ', searchFields: ['name'] });
    expect(text).toContain(
      "AND ((t.name ilike $2 and translate(lower(t.name), 'ς', 'σ') like translate(lower($3), 'ς', 'σ'))) ORDER",
    );
    expect(values.slice(1, 3)).toEqual(['%ΟΔ\\__%', '%ΟΔ\\_Σ%']);
  });

  it('searches the folded text where there is one, and parts of it for single attributes', () => {
    const folded = {
      ...things,
      name: 'folded',
      search: { id: searchedPart('t.text', 1), name: searchedPart('t.text', 2) },
      searchText: 't.text',
    };
    const every = statement({ searchTerm: 'ÄB' }, folded);
    expect(every.text).toContain('AND (t.text like $2) ORDER');
    expect(every.values[1]).toBe('%äb%');
    const one = statement({ searchTerm: 'ÄB', searchFields: ['name'] }, folded);
    expect(one.text).toContain('AND (t.text like $2) AND (split_part(t.text, chr(1), 2) like $2) ORDER');
  });

  it('filters by any of the values, and by what the list has only', () => {
    const { text, values } = statement({ filters: { color: 'red,blue', owner: 'me' } });
    expect(text).toContain('AND (t.color = any($2)) ORDER');
    expect(values).toEqual(['c', ['red', 'blue'], 11, 0]);
  });

  it('is composed and named once for each shape, whatever its values', () => {
    const first = statement({ searchTerm: 'one', offset: 5 });
    const second = statement({ searchTerm: 'two' });
    expect(second).toMatchObject({ name: first.name, text: first.text });
    expect(second.values).not.toEqual(first.values);
  });

  it('is the same in whatever order, and however often, somebody names what he asks for', () => {
    const many = { ...things, name: 'many', filters: { color: 't.color', size: 't.size' } };
    const one = statement({ filters: { color: 'red', size: '1' } }, many);
    expect(statement({ filters: { size: '1', color: 'red' } }, many).name).toBe(one.name);
    const both = statement({ searchTerm: 'x', searchFields: ['id', 'name'] }, many);
    expect(statement({ searchTerm: 'x', searchFields: ['name', 'id', 'name'] }, many).name).toBe(both.name);
    const single = statement({ searchTerm: 'x', searchFields: ['id'] }, many);
    expect(statement({ searchTerm: 'x', searchFields: ['id', 'id'] }, many)).toEqual(single);
  });

  it('is kept for the usual shapes of a list, however many somebody makes up for another', () => {
    const made = { ...things, name: 'made' };
    const shape = (at: number) => statement({}, made, [{ ...own, sql: `${at} = ${at} and t.owner = :who` }]);
    const names = Array.from({ length: 500 }, (_, at) => shape(at).name);
    expect(names[0]).toBe(shape(0).name);
    expect(names[499]).toBeUndefined();
    expect(statement({}, { ...things, name: 'later' }).name).toMatch(/^later_/);
  });

  it('is another for every question that reads otherwise', () => {
    const ofEachPart: { [Name in keyof ListChoice]-?: Partial<ListQuery> } = {
      active: { active: false },
      before: { before: 1 },
      after: { after: 1 },
      searchTerm: { searchTerm: 'x' },
      filters: { filters: { color: 'red' } },
    };
    const others = [{}, { sort: 'name' }, { descending: true }, { searchTerm: 'x', searchFields: ['id'] }];
    const questions: Partial<ListQuery>[] = [...others, ...Object.values(ofEachPart)];
    const names = questions.map((each) => statement(each).name);
    expect(new Set([...names, statement({}, things, []).name]).size).toBe(questions.length + 1);
  });

  it('never takes one name for two values', () => {
    const other = { sql: 't.friend = :who', parameters: { who: 'd' } };
    expect(() => statement({}, things, [own, other])).toThrow(':who');
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
