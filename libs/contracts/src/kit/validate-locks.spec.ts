import { Problems } from '@holdfast/kernel';
import { thing } from '../testing/thing.js';
import {
  instant,
  integer,
  list,
  orNull,
  properties,
  readOnly,
  reference,
  text,
  writeOnly,
} from './attribute.js';
import { operations } from './operation.js';
import { attributeOf, lockAgainst, problemOf, validateBody } from './validate.js';

const Box = thing('box', {
  attributes: {
    id: text(),
    uuid: readOnly(text()),
    label: text(),
    at: readOnly(instant()),
    owner: orNull(reference('account')),
    parts: readOnly(list(text())),
    tags: readOnly(list(text(), { default: ['new'] })),
    picture: readOnly(text()),
    state: readOnly(text({ default: 'new' })),
    count: readOnly(integer()),
    key: writeOnly(text()),
    open: text(),
    shut: text(),
  },
  excludes: [['open', 'shut']],
});
const usual = { privilege: 'account' } as const;
const boxes = operations(Box, '/boxes', {
  update: { ...usual, takes: ['label'] },
  create: { ...usual, takes: ['open', 'shut', 'label'] },
  ajar: { ...usual, takes: ['open'] },
});

describe('what a change does not take', () => {
  const locked = (sent: Record<string, never> | object, shown: object): string[] => {
    const problems = new Problems();
    lockAgainst(boxes.update, sent as never, shown, problems);
    for (const problem of Object.values(problems.errors)) expect(problem).toEqual({ locked: true });
    return Object.keys(problems.errors);
  };
  const owner = { id: 'ann', uuid: 'u' };

  it.each([
    [{ id: 'a' }, { id: 'a' }],
    [{ at: null }, { at: null }],
    [{ at: null }, {}],
    [{ at: undefined }, { at: 'then' }],
    [{ at: '2020-01-02T14:00:00+02:00' }, { at: '2020-01-02T12:00:00Z' }],
    [{ at: '2020-01-02T12:00:00.000Z' }, { at: '2020-01-02T12:00:00Z' }],
    [{ picture: null }, { picture: '' }],
    [{ state: null }, { state: 'new' }],
    [{ tags: null }, { tags: ['new'] }],
    [{ parts: ['a', 'b'] }, { parts: ['a', 'b'] }],
    [{ owner: 'ann' }, { owner }],
    [{ owner: 'u' }, { owner }],
    [{ owner: 7 }, { owner: { id: 7 } }],
    [{ owner: { uuid: 'u', id: 'eve' } }, { owner }],
    [{ owner: { id: 'ann' } }, { owner }],
    [{ owner: 'U' }, { owner }],
    [{ owner: { uuid: 'U' } }, { owner }],
    [{ uuid: 'U' }, { uuid: 'u' }],
    [{ owner: { id: 'ann', uuid: 'v' } }, { owner: { id: 'ann' } }],
    [{ owner: { name: 'x' } }, { owner: { name: 'x' } }],
    [{ label: 'new', key: 'new', nonsense: 1 }, { label: 'old' }],
    [{}, { id: 'a' }],
  ])('stays as it is: %j of %j', (sent, shown) => expect(locked(sent, shown)).toEqual([]));

  it.each([
    ['id', { id: 'b' }, { id: 'a' }],
    ['id', { id: 'b' }, {}],
    ['at', { at: null }, { at: 'then' }],
    ['at', { at: 'then' }, { at: null }],
    ['at', { at: '2020-01-02T12:00:00.250Z' }, { at: '2020-01-02T12:00:00Z' }],
    ['at', { at: 'yesterday' }, { at: 'then' }],
    ['picture', { picture: null }, { picture: 'x' }],
    ['picture', { picture: '2020-01-02T14:00:00+02:00' }, { picture: '2020-01-02T12:00:00Z' }],
    ['state', { state: null }, { state: 'old' }],
    ['tags', { tags: null }, { tags: ['old'] }],
    ['parts', { parts: null }, { parts: [] }],
    ['count', { count: null }, { count: 0 }],
    ['parts', { parts: ['b', 'a'] }, { parts: ['a', 'b'] }],
    ['id', { id: 'A' }, { id: 'a' }],
    ['uuid', { uuid: 'v' }, { uuid: 'u' }],
    ['uuid', { uuid: 7 }, { uuid: 'u' }],
    ['owner', { owner: 'ANN' }, { owner }],
    ['owner', { owner: 'eve' }, { owner }],
    ['owner', { owner: 7 }, { owner: { id: 8 } }],
    ['owner', { owner: { id: 'ann', uuid: 'v' } }, { owner }],
    ['owner', { owner: { id: 'eve' } }, { owner }],
    ['owner', { owner: { uuid: 'u' } }, { owner: { id: 'ann' } }],
    ['owner', { owner: {} }, { owner }],
    ['owner', { owner: null }, { owner }],
    ['owner', { owner: 'ann' }, { owner: null }],
    ['owner', { owner: {} }, { owner: { name: 'x' } }],
  ])('is locked where %s would change: %j of %j', (name, sent, shown) =>
    expect(locked(sent, shown)).toEqual([name]),
  );
});

describe('attributes that exclude each other', () => {
  const conflicts = (operation: Parameters<typeof validateBody>[0], sent: object): string[] =>
    Object.keys(validateBody(operation, sent as never).problems.errors);

  it('are refused where both are sent, and the operation takes both', () => {
    expect(conflicts(boxes.create, { open: 'a', shut: 'b' })).toEqual(['open', 'shut']);
    expect(conflicts(boxes.create, { open: 'a' })).toEqual([]);
    expect(conflicts(boxes.create, { shut: 'b' })).toEqual([]);
    expect(conflicts(boxes.create, { open: 'a', shut: '' })).toEqual([]);
    expect(conflicts(boxes.create, { open: null, shut: 'b' })).toEqual([]);
    expect(conflicts(boxes.ajar, { open: 'a', shut: 'b' })).toEqual([]);
  });
});

describe('one value', () => {
  it('is an instant where one is meant', () => {
    expect(problemOf(Box.attributes.at, '2020-01-02T12:00:00Z')).toBeUndefined();
    expect(problemOf(Box.attributes.at, 'yesterday')).toEqual({ invalid: true });
  });

  it('is an e-mail address where one is meant, long ones too', () => {
    const email = text({ format: 'email' });
    expect(problemOf(email, `${'a'.repeat(64)}@b.c`)).toBeUndefined();
    for (const wrong of [`${'a'.repeat(65)}@b.c`, '@b.c', 'a@', 'a@b@c'])
      expect(problemOf(email, wrong)).toEqual({ invalid: true });
  });

  it('may be as large as its limit says', () => {
    const sized = (bytes: number): object => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
    expect(problemOf(properties(), sized(65_536))).toBeUndefined();
    expect(problemOf(properties(), sized(65_537))).toEqual({ maximum: 65_536 });
  });

  it('is told all its faults up to 1,000 elements, and the first one beyond', () => {
    const names = list(text({ min: 1 }), { max: 2 });
    const faults = (elements: number): unknown => problemOf(names, Array<string>(elements).fill(''));
    expect(faults(1000)).toEqual({ maximum: 2, minimum: 1 });
    expect(faults(1001)).toEqual({ maximum: 2 });
  });

  it('is reserved only as a whole text, and a uuid only where ids are chosen', () => {
    const uuid = '0190a000-0000-7000-8000-000000000001';
    expect(problemOf(text({ reserved: ['all'] }), 'all')).toEqual({ reserved: true });
    expect(problemOf(text({ reserved: ['all'] }), 'ally')).toBeUndefined();
    expect(problemOf({ ...text(), chosenId: true }, uuid)).toEqual({ reserved: true });
    expect(problemOf(text(), uuid)).toBeUndefined();
    expect(problemOf(list(text(), { reserved: ['a'] }), ['a'])).toBeUndefined();
  });

  it('is of an attribute that the object has', () => {
    expect(attributeOf(boxes.update, 'label')).toBe(Box.attributes.label);
    expect(() => attributeOf(boxes.update, 'lid')).toThrow(
      'box.update takes lid, which its object does not have',
    );
  });
});
