import { errorKinds, problemOfKeyword } from './error-kinds.js';

describe('the errors of an attribute', () => {
  it.each([
    ...['minLength', 'minimum', 'minItems'].map((keyword) => [keyword, { minimum: 3 }] as const),
    ...['maxLength', 'maximum', 'maxItems', 'maxJsonBytes'].map((each) => [each, { maximum: 3 }] as const),
    ...['type', 'pattern', 'format', 'enum', ''].map((keyword) => [keyword, { invalid: true }] as const),
  ])('for the keyword %j are %j', (keyword, problem) =>
    expect(problemOfKeyword(keyword, 3)).toEqual(problem),
  );

  it('are said as numbers, as names, or as true', () => {
    const said = Object.entries(errorKinds).map(([kind, contract]) => [kind, contract.said]);
    expect(JSON.parse(JSON.stringify(Object.fromEntries(said)))).toEqual({
      minimum: { type: 'integer' },
      maximum: { type: 'integer' },
      conflicts: { type: 'array', items: { type: 'string' } },
      ...Object.fromEntries(
        ['empty', 'invalid', 'reserved', 'not_found', 'locked'].map((kind) => [kind, { const: true }]),
      ),
    });
  });
});
