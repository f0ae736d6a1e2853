import { allOperations, type OperationContract } from '@holdfast/contracts';
import type { DomainError } from '@holdfast/kernel';
import { mustStandOnce, parseQuery } from './query-parameters.js';

const errorsOf = (read: () => unknown): unknown => {
  try {
    return read() && undefined;
  } catch (error) {
    return (error as DomainError).detail.errors;
  }
};

// `?limit=1&limit=2` was refused of lists only, and what no operation knows was never.
describe('a parameter that stands twice', () => {
  const repeated: [query: string, name: string][] = [
    ['nonsense=1&nonsense=2', 'nonsense'],
    ['limit=1&limit=1', 'limit'],
    ['ids[]=1&ids%5B%5D=2', 'ids[]'],
    ['__proto__=1&__proto__=2', '__proto__'],
    ['privileges&privileges=', 'privileges'],
    ['=1&=2', ''],
  ];

  it.each(repeated)('is refused by its name, whatever is asked: %s', (query, name) => {
    const refused = (operation: OperationContract) => errorsOf(() => parseQuery(operation, query));
    const known = (operation: OperationContract) => Object.hasOwn((refused(operation) as object) ?? {}, name);
    expect(allOperations.filter((operation) => !known(operation)).map(({ id }) => id)).toEqual([]);
    expect(JSON.stringify(errorsOf(() => mustStandOnce(query)))).toBe(`{"${name}":{"invalid":true}}`);
  });

  it('is told with all else that is wrong', () => {
    const [list] = allOperations.filter(({ kind }) => kind === 'list');
    expect(errorsOf(() => parseQuery(list, 'odd=1&limit=0&odd=2'))).toEqual({
      odd: { invalid: true },
      limit: { minimum: 1 },
    });
  });

  it('may share its value with another', () => {
    expect(errorsOf(() => mustStandOnce('privileges&a=1&b=1&A=1'))).toBeUndefined();
  });
});
