import { Type } from './schema.js';

const { default: TypeBox } = await import('typebox');

const plain = (schema: object): unknown => JSON.parse(JSON.stringify(schema));

const example = (by: typeof Type) =>
  by.Object(
    {
      id: by.String({ minLength: 1, pattern: '^x' }),
      none: by.Object({}),
      all: by.Object({ maybe: by.Optional(by.Integer({ minimum: 1 })) }),
      flags: by.Array(by.Boolean({ default: false }), { maxItems: 2 }),
      word: by.Optional(by.Unsafe<'a' | 'b'>({ enum: ['a', 'b'] })),
    },
    { description: 'An example.' },
  );

describe('schemas', () => {
  it('are those that TypeBox makes, in the same order', () => {
    expect(JSON.stringify(example(Type))).toBe(JSON.stringify(example(TypeBox)));
    expect(plain(example(Type))).toMatchObject({ required: ['id', 'none', 'all', 'flags'] });
  });

  it('stay required where a copy of them is optional', () => {
    const text = Type.String();
    const { required } = Type.Object({ one: text, other: Type.Optional(text) });
    expect(required).toEqual(['one']);
  });
});
