import { Problems } from '@holdfast/kernel';
import { auditEventOperations, projectOperations } from '../identity/index.js';
import { readListQuery } from './list-parameters.js';
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
      search_term: { invalid: true },
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
});
