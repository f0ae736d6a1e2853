import { branchOperations, userOperations } from '@holdfast/contracts';
import { weightOf } from './request-weight.rules.js';

const { list } = userOperations;

describe('the weight of a request', () => {
  it.each([
    ['nothing', '', 1],
    ['what every list takes', 'limit=1000&sort=id&order=desc', 1],
    ['something encoded that weighs nothing', 'id=a%20b', 1],
    ['children in full', 'include=projects,groups', 9],
    ['an encoded name', '%69nclude=projects', 5],
    ['an encoded name of a search', 'search%5fterm=a&%6cist=projects', 2],
    ['the list of children', 'list=projects', 2],
    ['their numbers', 'count=projects,groups', 3],
    ['references in full', 'expand=owner', 2],
    ['all of it', 'list=projects&count=projects,groups&expand=x', 5],
    ['the same twice', 'include=projects&include=groups', 9],
    ['a search that has an index', 'search_term=a', 1],
  ])('that asks for %s', (_, query, weight) => expect(weightOf(list, query)).toBe(weight));

  it('that searches without an index is more, unless it searches for nothing', () => {
    expect(weightOf(branchOperations.list, 'search_term=a')).toBe(10);
    expect(weightOf(branchOperations.list, 'search_term=')).toBe(1);
  });

  it('is not more for what only looks like a search', () => {
    expect(weightOf(branchOperations.list, 'search_terms=a&status=%61')).toBe(1);
  });

  it('is not more for a search where nothing is listed', () => {
    expect(weightOf(branchOperations.show, 'search_term=a')).toBe(1);
  });

  it('begins with that of its operation', () => {
    const dear = { ...list, weight: 7 };
    expect([weightOf(dear, ''), weightOf(dear, 'limit=1'), weightOf(dear, 'count=projects')]).toEqual([
      7, 7, 8,
    ]);
  });
});
