import { integer, text } from './attribute.js';
import { listParameters } from './list-parameters.js';
import { relationParameters, textProblem, valueIn } from './query.js';

describe('a value of a query', () => {
  it.each(['0', '7', '-12', '123456789012345', '1234567890123456'])(
    'is a number where one is meant: %s',
    (sent) => expect(valueIn(integer(), sent)).toBe(Number(sent)),
  );

  it.each(['', '1.5', '1e3', 'x1', '1x', '--1', '-'])('stays a text: %j', (sent) =>
    expect(valueIn(integer(), sent)).toBe(sent),
  );

  it('is a text where one is meant', () => {
    expect(valueIn(text(), '7')).toBe('7');
    expect(valueIn({ schema: {} }, '7')).toBe('7');
  });

  it('to search by is at most so long', () => {
    expect(textProblem('x'.repeat(1000))).toBeUndefined();
    expect(textProblem('x'.repeat(1001))).toEqual({ maximum: 1000 });
  });
});

describe('a parameter of all queries', () => {
  it.each(Object.entries({ ...listParameters, ...relationParameters }))(
    'is described: %s',
    (_, { description }) => expect(description).toMatch(/\w+/),
  );

  it('says what holds where it is not there', () => {
    const defaults = Object.entries(listParameters).map(([name, { default: value }]) => [name, value]);
    expect(Object.fromEntries(defaults.filter(([, value]) => value !== undefined))).toEqual({
      limit: 100,
      offset: 0,
      active: 'true',
      order: 'asc',
    });
  });
});
