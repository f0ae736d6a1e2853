import { Problems } from '@holdfast/kernel';
import {
  allOperations,
  branchOperations,
  projectOperations,
  repositoryOperations,
  sessionOperations,
  userOperations,
} from '../index.js';
import { attributeOf, lockAgainst, validateBody } from './validate.js';

const problems = (
  operation: Parameters<typeof validateBody>[0],
  body: Parameters<typeof validateBody>[1],
): object => validateBody(operation, body).problems.errors;

describe('the validation of a body', () => {
  const { create, update } = projectOperations;

  it('reports every missing or empty required attribute', () => {
    expect(problems(create, {})).toEqual({ id: { empty: true }, name: { empty: true } });
    expect(problems(create, { id: '', name: null })).toEqual({ id: { empty: true }, name: { empty: true } });
  });

  it('fills in defaults on creation and leaves a change partial', () => {
    expect(validateBody(create, { id: 'ab', name: 'cd' }).values).toMatchObject({
      visibility: 'company',
      description: '',
    });
    expect(validateBody(update, { description: 'x' }).values).toEqual({ description: 'x' });
  });

  it('takes null as the default', () => {
    expect(validateBody(create, { id: 'ab', name: 'cd', description: null }).values.description).toBe('');
    expect(validateBody(branchOperations.update, { protected: null }).values).toEqual({ protected: false });
  });

  it.each([
    [{ id: 'a', name: 'cd' }, { id: { minimum: 2 } }],
    [{ id: 'a'.repeat(101), name: 'cd' }, { id: { maximum: 100 } }],
    [{ id: 'a b', name: 'cd' }, { id: { invalid: true } }],
    [{ id: '!', name: 'cd' }, { id: { invalid: true, minimum: 2 } }],
    [{ id: 'count', name: 'cd' }, { id: { reserved: true } }],
    [{ id: '0190A000-0000-7000-8000-000000000001', name: 'cd' }, { id: { reserved: true } }],
    [{ id: '0190a000-0000-7000-8000-00000000000', name: 'cd' }, {}],
    [
      { id: 5, name: ['x'] },
      { id: { invalid: true }, name: { invalid: true } },
    ],
    [{ id: 'ab\n', name: 'cd' }, { id: { invalid: true } }],
    [{ id: 'ab', name: 'c\0d' }, { name: { invalid: true } }],
    [{ id: 'ab', name: 'cd', visibility: 'all' }, { visibility: { invalid: true } }],
    [{ id: 'ab', name: 'cd', properties: { a: 'x'.repeat(70_000) } }, { properties: { maximum: 65_536 } }],
    [{ id: 'ab', name: 'cd', properties: [] }, { properties: { invalid: true } }],
    [{ id: 'ab', name: 'cd', labels: [1, ''] }, { labels: { invalid: true, minimum: 1 } }],
    [{ id: 'ab', name: 'cd', labels: Array(1001).fill(1) }, { labels: { maximum: 1000 } }],
    [{ id: 'ab', name: 'cd', properties: { a: { b: ['\ud800'] } } }, { properties: { invalid: true } }],
  ])('of %j finds %j', (body, wanted) => expect(problems(create, body)).toEqual(wanted));

  it('bounds each list that may be sent', () => {
    const lists = allOperations.flatMap((operation) =>
      [...operation.takes, ...Object.keys(operation.parameters ?? {})]
        .map((name) => ({ name, schema: attributeOf(operation, name).schema as Record<string, unknown> }))
        .filter(({ schema }) => schema.type === 'array')
        .map(({ name, schema }) => [operation.id, name, Number(schema.maxItems) <= 30_000]),
    );
    expect(lists.length).toBeGreaterThan(2);
    expect(lists.filter(([, , isBounded]) => !isBounded)).toEqual([]);
  });

  it.each([
    [{ email: 'ada@b.c', id: 'ada@b.c' }, 'ada@b.c'],
    [{ login: 'ada', email: 'eve', id: 'eve' }, 'ada'],
    [{ login: '', email: null, id: 'ada' }, 'ada'],
    [{ email: 'ada', id: 5 }, 'ada'],
  ])('takes the first name of an attribute that is not empty: of %j', (sent, login) => {
    const { values, problems } = validateBody(sessionOperations.create, {
      company: 'a',
      password: 'b',
      ...sent,
    });
    expect([values, problems.errors]).toEqual([{ company: 'a', login, password: 'b' }, {}]);
  });

  it('says what is wrong of an attribute under its own name', () => {
    const others = { company: 'a', password: 'b' };
    expect(problems(sessionOperations.create, { ...others, id: '' })).toEqual({ login: { empty: true } });
    expect(problems(sessionOperations.create, { ...others, id: ['ada'] })).toEqual({
      login: { invalid: true },
    });
  });

  it('counts code points', () => {
    expect(problems(create, { id: 'ab', name: '🌲'.repeat(100) })).toEqual({});
  });

  it('reports attributes that exclude each other on both', () => {
    expect(
      problems(userOperations.create, {
        id: 'a',
        email: 'a@b.c',
        password: 'Secret12',
        registration_email: 'c@d.e',
      }),
    ).toEqual({
      password: { conflicts: ['registration_email'] },
      registration_email: { conflicts: ['password'] },
    });
  });

  it.each(['a\u0001@b.c', 'a@b.\u200bc', 'a b@c.d', 'nobody'])('refuses the e-mail address %j', (email) => {
    expect(problems(userOperations.create, { id: 'a', email })).toEqual({ email: { invalid: true } });
  });

  it.each(['short1A', 'alllower1', 'ALLUPPER1', 'NoDigitsHere'])('refuses the password %s', (password) => {
    expect(problems(userOperations.create, { id: 'a', email: 'a@b.c', password })).toHaveProperty('password');
  });

  it('locks what a change does not take, unless it stays as it is', () => {
    const found = new Problems();
    const shown = { id: 'x', created_at: 'then', commit: 'abc', repository: { id: 'r', uuid: 'u' } };
    lockAgainst(
      branchOperations.update,
      { id: 'x', commit: 'abd', repository: 'r', nonsense: 1 },
      shown,
      found,
    );
    expect(found.errors).toEqual({ commit: { locked: true } });
  });

  it('takes a reference for unchanged by its uuid, where the owner knows no more', () => {
    const found = new Problems();
    const sent = (uuid: string) => ({ creator: { id: 'ada', uuid, type: 'user' } });
    lockAgainst(repositoryOperations.update, sent('u'), { creator: { uuid: 'u' } }, found);
    expect(found.errors).toEqual({});
    lockAgainst(repositoryOperations.update, sent('v'), { creator: { uuid: 'u' } }, found);
    expect(found.errors).toEqual({ creator: { locked: true } });
  });
});
