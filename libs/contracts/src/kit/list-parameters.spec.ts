import { Problems } from '@holdfast/kernel';
import { auditEventOperations, projectOperations } from '../identity/index.js';
import { namesIn, readListQuery } from './list-parameters.js';
import type { ObjectContract } from './object-contract.js';

const Project = projectOperations.list.object;
const AuditEvent = auditEventOperations.list.object;

const read = (sent: Record<string, string>, object: ObjectContract = Project) => {
  const problems = new Problems();
  return { query: readListQuery(object, new Map(Object.entries(sent)), problems), ...problems };
};

describe('the query of a list', () => {
  it('has numbers, choices and instants as they are meant', () => {
    const { query, errors } = read({
      limit: '7',
      after: '2020-01-02T12:00:00.9Z',
      active: 'false',
      order: 'desc',
    });
    expect(errors).toEqual({});
    expect(query).toEqual({
      limit: 7,
      offset: 0,
      after: Date.parse('2020-01-02T12:00:00Z') / 1000,
      active: false,
      descending: true,
    });
  });

  it('is refused with all that is wrong', () => {
    const sent = { limit: '1.5', offset: '-1', after: 'now', active: '', sort: 'password', order: 'up' };
    expect(read({ ...sent, search_term: 'x'.repeat(1001), search_fields: 'id,password' }).errors).toEqual({
      limit: { invalid: true },
      offset: { minimum: 0 },
      after: { invalid: true },
      active: { invalid: true },
      sort: { invalid: true },
      order: { invalid: true },
      search_term: { maximum: 1000 },
      search_fields: { invalid: true },
    });
  });

  it('descends by itself where objects are newest first, until something else is asked for', () => {
    const descends = (sent: Record<string, string>): boolean => read(sent, AuditEvent).query.descending;
    expect([descends({}), descends({ sort: 'id' }), descends({ order: 'asc' })]).toEqual([
      true,
      false,
      false,
    ]);
    expect(descends({ sort: 'id', order: 'descending' })).toBe(true);
  });

  it('has the filters of its object', () => {
    expect(read({ account: 'ann', target: '' }, AuditEvent)).toMatchObject({
      query: { filters: { account: 'ann' } },
      errors: { target: { invalid: true } },
    });
    expect(read({ account: 'ann' }).query.filters).toBeUndefined();
  });

  it('has nothing but the usual where nothing is sent', () =>
    expect(read({})).toEqual({
      query: { limit: 100, offset: 0, active: true, descending: false },
      errors: {},
    }));

  it('has each parameter as it is meant', () => {
    const sent = {
      offset: '5',
      before: '2020-01-02T12:00:00.9Z',
      sort: 'id',
      order: 'ascending',
      active: 'true',
    };
    expect(read({ ...sent, search_term: 'x', search_fields: 'name, id,name' })).toEqual({
      query: {
        limit: 100,
        offset: 5,
        before: Date.parse('2020-01-02T12:00:00Z') / 1000,
        active: true,
        descending: false,
        sort: 'id',
        searchTerm: 'x',
        searchFields: ['name', 'id'],
      },
      errors: {},
    });
    expect(read({ before: 'then' }).errors).toEqual({ before: { invalid: true } });
    expect(read({ limit: '1001' }).errors).toEqual({ limit: { maximum: 1000 } });
  });

  it.each(['+02:00', ' 02:00', ' 0200', ' 02'])(
    'takes an offset with its plus as a blank, as in "%s"',
    (offset) => {
      const after = Date.parse('2020-01-02T10:00:00Z') / 1000;
      expect(read({ after: `2020-01-02T12:00:00${offset}` })).toMatchObject({ query: { after }, errors: {} });
    },
  );

  it.each(['2020-01-02 12:00', '2020-01-02 12', '2020-01-02T12:00:00  02:00'])(
    'takes no other blank: %s',
    (after) => expect(read({ after }).errors).toEqual({ after: { invalid: true } }),
  );

  it('does not descend where objects are not newest first', () =>
    expect(read({ sort: 'id' }).query.descending).toBe(false));
});

describe('names with commas', () => {
  it('are each taken once, where all are allowed', () => {
    expect(namesIn('a, b,a', ['a', 'b', 'c'])).toEqual(['a', 'b']);
    expect(namesIn('a,d', ['a', 'b'])).toBeUndefined();
    expect(namesIn('', ['a'])).toBeUndefined();
    expect(namesIn(Array<string>(201).fill('a').join(), ['a'])).toBeUndefined();
  });
});
