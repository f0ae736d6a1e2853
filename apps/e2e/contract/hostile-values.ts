import type { Schema } from './document.js';

export interface HostileValue {
  /** What is wrong with it, for the name of a failure. */
  what: string;
  value: unknown;
  /** The contract refuses it for certain: an answer other than 422 on the attribute is a fault. */
  refused: boolean;
}

const surrogate = '\ud800';

/** Values that no schema of another type takes. */
const otherTypes = (types: readonly string[]): HostileValue[] =>
  Object.entries({ number: 7, string: 'x', boolean: true, array: [[]], object: { a: { b: 1 } } })
    .filter(([name]) => !types.includes(name) && !(types.includes('integer') && name === 'number'))
    .map(([name, value]) => ({ what: `of type ${name}`, value, refused: types.length > 0 }));

const texts = ({ enum: values, format, minLength, maxLength }: Schema): HostileValue[] => [
  { what: 'with NUL', value: 'a\0b', refused: true },
  { what: 'with half a surrogate pair', value: `a${surrogate}`, refused: true },
  {
    what: 'named like a prototype',
    value: '__proto__',
    refused: values !== undefined || format !== undefined,
  },
  {
    what: 'of right-to-left and combining letters',
    value: '\u202eא̸\u0301',
    refused: values !== undefined || format !== undefined,
  },
  {
    what: 'with SQL',
    value: "'; drop table account; --",
    refused: values !== undefined || format !== undefined,
  },
  {
    what: 'of 100,000 letters',
    value: 'a'.repeat(100_000),
    refused: maxLength !== undefined || values !== undefined,
  },
  ...(minLength && minLength > 1
    ? [{ what: 'one too short', value: 'a'.repeat(minLength - 1), refused: true }]
    : []),
  ...(maxLength ? [{ what: 'one too long', value: 'a'.repeat(maxLength + 1), refused: true }] : []),
];

const numbers = ({ minimum, maximum }: Schema): HostileValue[] => [
  { what: 'fractional', value: 1.5, refused: true },
  { what: 'huge', value: 1e300, refused: maximum !== undefined },
  ...(minimum === undefined ? [] : [{ what: 'one too low', value: minimum - 1, refused: true }]),
  ...(maximum === undefined ? [] : [{ what: 'one too high', value: maximum + 1, refused: true }]),
];

const lists = ({ minItems, maxItems }: Schema): HostileValue[] => [
  { what: 'of wrong things', value: [{ a: [null] }, 5], refused: true },
  ...(minItems ? [{ what: 'of too few', value: Array(minItems - 1).fill('ab'), refused: true }] : []),
  ...(maxItems
    ? [{ what: 'of too many', value: Array.from({ length: maxItems + 1 }, (_, n) => `l${n}`), refused: true }]
    : []),
];

const nested = (depth: number): object => {
  let value: object = {};
  for (let at = 0; at < depth; at += 1) value = { a: value };
  return value;
};

const objects = (): HostileValue[] => [
  { what: 'nested 150 levels', value: nested(150), refused: false },
  { what: 'of more than 64 KiB', value: { a: 'x'.repeat(70_000) }, refused: true },
  {
    what: 'with 10,000 attributes',
    value: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 'v'])),
    refused: true,
  },
  {
    what: 'with a prototype',
    value: JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'),
    refused: false,
  },
  { what: 'with NUL deep inside', value: { a: [{ b: 'x\0' }] }, refused: true },
];

/** What an attribute of this schema must survive. */
export const hostileValues = (schema: Schema): HostileValue[] => {
  const types = [schema.type ?? []].flat();
  return [
    ...otherTypes(types),
    { what: 'null', value: null, refused: false },
    { what: 'empty', value: '', refused: false },
    ...(types.includes('string') ? texts(schema) : []),
    ...(types.includes('integer') ? numbers(schema) : []),
    ...(types.includes('array') ? lists(schema) : []),
    ...(types.includes('object') ? objects() : []),
  ];
};
