import {
  anyObject,
  flag,
  instant,
  integer,
  list,
  namedBy,
  oneOf,
  orNull,
  properties,
  propertiesLimit,
  readOnly,
  reference,
  shortName,
  sometimes,
  storage,
  stored,
  text,
  writeOnly,
} from './attribute.js';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the schema of an attribute', () => {
  it('says nothing that its options do not say', () => {
    for (const [attribute, type] of [
      [text(), 'string'],
      [integer(), 'integer'],
      [flag(), 'boolean'],
    ] as const) {
      expect(plain(attribute)).toEqual({ schema: { type } });
      expect(Object.keys(attribute.schema)).toEqual(['type']);
    }
    const { schema } = list(text());
    expect(plain(schema)).toEqual({ type: 'array', items: { type: 'string' } });
    expect(Object.keys(schema)).not.toEqual(expect.arrayContaining(['minItems']));
    expect(Object.keys(schema)).not.toEqual(expect.arrayContaining(['maxItems']));
  });

  it('bounds what its options bound', () => {
    expect(plain(text({ min: 1, max: 2, pattern: '^a', format: 'email', default: 'a' }))).toEqual({
      schema: { type: 'string', minLength: 1, maxLength: 2, pattern: '^a', format: 'email' },
      default: 'a',
    });
    expect(plain(integer({ min: 0, max: 9, description: 'Some.' }))).toEqual({
      schema: { type: 'integer', minimum: 0, maximum: 9 },
      description: 'Some.',
    });
    expect(plain(list(text(), { min: 1, max: 3, unique: true, audited: true }))).toEqual({
      schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, uniqueItems: true },
      audited: true,
    });
    expect(plain(oneOf(['a', 'b'], { default: 'a' }))).toEqual({
      schema: { type: 'string', enum: ['a', 'b'] },
      default: 'a',
    });
    expect(plain(shortName({ min: 3 }))).toMatchObject({
      schema: { minLength: 3, maxLength: 100, pattern: '^[a-zA-Z0-9_-]*$' },
      chosenId: true,
    });
  });

  it('is that of an instant, of an object, of what names another', () => {
    expect(plain(instant({ default: null }))).toEqual({
      schema: { type: 'string', format: 'date-time' },
      default: null,
    });
    expect(plain(anyObject())).toEqual({ schema: { type: 'object', additionalProperties: true } });
    expect(plain(properties())).toEqual({
      schema: { type: 'object', additionalProperties: true, maxJsonBytes: propertiesLimit },
      default: {},
      description: expect.stringContaining('64 KiB') as string,
    });
    expect(propertiesLimit).toBe(65_536);
    expect(plain(reference('project'))).toEqual({
      schema: {
        type: ['string', 'object'],
        minLength: 1,
        properties: { id: { type: 'string' }, uuid: { type: 'string' } },
      },
      reference: 'project',
    });
  });
});

describe('an attribute', () => {
  it('is marked by what holds of it, and keeps all else', () => {
    const one = text({ max: 5 });
    expect(readOnly(one)).toEqual({ ...one, readOnly: true });
    expect(writeOnly(one)).toEqual({ ...one, writeOnly: true });
    expect(sometimes(one)).toEqual({ ...one, sometimes: true });
    expect(orNull(one)).toEqual({ ...one, orNull: true });
  });

  it('of stored objects is set by nobody', () => {
    for (const attribute of Object.values(stored)) expect(attribute.readOnly).toBe(true);
    const rare = Object.entries(stored).filter(([, attribute]) => attribute.sometimes);
    expect(rare.map(([name]) => name)).toEqual(['deleted_at', 'old_id']);
    expect(plain(storage.storage_limit.schema)).toEqual({
      type: ['integer', 'null'],
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    });
    expect(plain(storage.storage_used)).toMatchObject({ schema: { minimum: 0 }, readOnly: true });
  });

  it('is described where its name does not say it', () => {
    const { uuid, deleted_at, old_id } = stored;
    for (const { description } of [uuid, deleted_at, old_id, storage.storage_limit, storage.storage_used])
      expect(description).toMatch(/\.$/);
  });
});

describe('what names an object', () => {
  it.each([
    ['ann', 'ann'],
    [{ id: 'ann' }, 'ann'],
    [{ uuid: 'u' }, 'u'],
    [{ id: 'ann', uuid: 'u' }, 'u'],
    [{}, ''],
  ])('by %j is %j', (named, by) => expect(namedBy(named)).toBe(by));
});
