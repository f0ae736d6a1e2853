import { projectOperations, treeEntryOperations, userOperations } from '@holdfast/contracts';
import { DomainError, type ApiErrors } from '@holdfast/kernel';
import { asksPrivileges, mustHaveFew, parseQuery } from './query-parameters.js';

const errors = (query: string): ApiErrors | undefined => {
  try {
    parseQuery(projectOperations.list, query);
    return undefined;
  } catch (error) {
    return (error as DomainError).detail.errors;
  }
};

describe('the query of a list', () => {
  it('has defaults', () => {
    expect(parseQuery(projectOperations.list, '').list).toEqual({
      limit: 100,
      offset: 0,
      active: true,
      descending: false,
    });
  });

  it('is read whole', () => {
    const query =
      'limit=5&offset=2&before=2020-01-02T12:00:00.900Z&active=false&search_term=a%25&search_fields=id,name&sort=name&order=descending';
    expect(parseQuery(projectOperations.list, query).list).toEqual({
      limit: 5,
      offset: 2,
      before: Date.parse('2020-01-02T12:00:00Z') / 1000,
      active: false,
      searchTerm: 'a%',
      searchFields: ['id', 'name'],
      sort: 'name',
      descending: true,
    });
  });

  it.each([
    ['limit=', { limit: { invalid: true } }],
    ['limit=0', { limit: { minimum: 1 } }],
    ['limit=1001', { limit: { maximum: 1000 } }],
    ['offset=-1', { offset: { minimum: 0 } }],
    ['limit=1&limit=2', { limit: { invalid: true } }],
    ['sort=__proto__', { sort: { invalid: true } }],
    ['sort=password', { sort: { invalid: true } }],
    ['order=up', { order: { invalid: true } }],
    ['active=maybe', { active: { invalid: true } }],
    ['before=yesterday', { before: { invalid: true } }],
    ['include=constructor', { include: { invalid: true } }],
    ['include=users,nonsense', { include: { invalid: true } }],
    ['search_term=%00', { search_term: { invalid: true } }],
    [
      'limit=x&order=up&count=nonsense',
      { limit: { invalid: true }, order: { invalid: true }, count: { invalid: true } },
    ],
  ])('is refused with %s', (query, wanted) => expect(errors(query)).toEqual(wanted));

  it('ignores what it does not know', () => {
    expect(errors('nonsense=1&_=2&limit[]=1')).toBeUndefined();
  });

  it('prefers included objects to their ids', () => {
    expect(parseQuery(userOperations.show, 'list=projects&include=projects').relations).toMatchObject({
      list: [],
      include: ['projects'],
    });
  });

  it('takes names of full objects inside of objects where an operation answers them', () => {
    const { relations } = parseQuery(treeEntryOperations.below, 'include=commit');
    expect(relations).toMatchObject({ include: [], parts: ['commit'] });
    for (const query of ['list=commit', 'count=commit', 'include=commit,mode'])
      expect(() => parseQuery(treeEntryOperations.below, query)).toThrow(DomainError);
    expect(() => parseQuery(treeEntryOperations.files, 'include=commit')).toThrow(DomainError);
  });

  it.each([
    ['privileges', true],
    ['limit=1&privileges=', true],
    ['privileges=1&a=b', true],
    ['', false],
    ['privilege&privileges2=1&x=privileges', false],
    ['privileges&limit=1&privileges=', true],
  ])('asks for privileges: %p', (query, asked) => {
    expect(asksPrivileges(query)).toBe(asked);
  });
});

// 7,742 of them in one head took the event loop 5 ms: 250 connections of a plain user with such queries, all refused,
// had everybody wait until they ended.
describe('the parameters of a query', () => {
  it('are 200 at most', () => {
    expect(() => mustHaveFew(['limit=5', ...Array<string>(199).fill('x')].join('&'))).not.toThrow();
    expect(() => mustHaveFew(Array<string>(201).fill('x').join('&'))).toThrow(
      DomainError.invalid({ query: { maximum: 200 } }),
    );
  });
});
