import { mostNamesOfObject, mustBeModest } from './json-bounds.js';

const problemOf = (text: string): unknown => {
  try {
    mustBeModest(Buffer.from(text));
  } catch (error) {
    return (error as { code: unknown }).code;
  }
  return undefined;
};

const object = (names: number, value = '1'): string =>
  `{${Array.from({ length: names }, (_, at) => `"n${at}":${value}`).join(',')}}`;

describe('the bounds of a JSON text', () => {
  it.each([
    ['as many names as there may be', object(mostNamesOfObject), undefined],
    ['one more', object(mostNamesOfObject + 1), 'too_large'],
    ['one more in an object inside of others', `[{"a":[${object(mostNamesOfObject + 1)}]}]`, 'too_large'],
    [
      'many objects of many names',
      `[${Array(3).fill(object(mostNamesOfObject, '{"":0}')).join(',')}]`,
      undefined,
    ],
    ['colons in texts', `{"a":"${':'.repeat(1000)}\\":\\\\","b":"\\\\"}`, undefined],
    [
      'names behind a text that ends with a backslash',
      `{"a":"\\\\",${object(mostNamesOfObject).slice(1)}`,
      'too_large',
    ],
    ['as many levels as there may be', `${'['.repeat(201)}${']'.repeat(201)}`, undefined],
    ['a level more', `${'['.repeat(202)}${']'.repeat(202)}`, 'malformed'],
    ['a level more, of objects', `${'{"a":'.repeat(202)}1${'}'.repeat(202)}`, 'malformed'],
    ['many things beside each other', `[${Array(5000).fill('[]').join(',')}]`, undefined],
    // What is no JSON is found by whoever reads it.
    ['ends without beginnings', ']]}}{"a":1', undefined],
    ['a text without an end', '{"a":"', undefined],
  ])('%s', (_, text, problem) => expect(problemOf(text)).toBe(problem));

  it('are as narrow as whoever reads it wants them', () => {
    expect(() => mustBeModest(Buffer.from('[[{"a":1}]]'), 3)).not.toThrow();
    expect(() => mustBeModest(Buffer.from('[[{"a":1}]]'), 2)).toThrow('malformed');
  });
});
