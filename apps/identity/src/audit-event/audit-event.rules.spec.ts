import type { AuditRecord } from '@holdfast/contracts';
import { isOwn, namesOf } from './audit-event.rules.js';

const uuid = '0f6e4e1c-5d0b-4c0f-9f0a-7c3f5b1d2e3f';

describe('the names by which an audit event is found', () => {
  it('are those of what was acted on and of all that it lies in', () => {
    const target = {
      type: 'branch',
      id: 'main',
      uuid: 'b',
      project: { id: 'web', uuid: 'p' },
      repository: { id: 'site', uuid: 'r' },
      group: { id: 'crew', uuid: 'g' },
      bot: { id: 'builder', uuid: 'bt' },
    };
    expect(namesOf(target)).toEqual(['main', 'b', 'web', 'p', 'site', 'r', 'crew', 'g', 'builder', 'bt']);
  });

  it('are each there once, and none is empty', () => {
    expect(namesOf({ type: 'project', id: 'web', project: { id: 'web', uuid: '' } })).toEqual(['web']);
    expect(namesOf({ type: 'session', id: '' })).toEqual([]);
  });

  it('are no longer than an index takes', () => {
    const [longest, longer] = ['a'.repeat(300), 'b'.repeat(301)];
    expect(namesOf({ type: 'branch', id: longest, uuid: longer })).toEqual([longest]);
  });
});

describe('a service may tell', () => {
  const record: AuditRecord = {
    id: '0123456789abcdef01234567',
    at: 1,
    company: uuid,
    operation: 'branch.create',
    target: { type: 'branch', id: 'main' },
    address: '',
    outcome: 'ok',
    detail: {},
  };

  it('of what is its own to do', () => {
    expect(isOwn('repository', record)).toBe(true);
  });

  it('of nothing that another does, and of nothing that nobody does', () => {
    expect(isOwn('artifact', record)).toBe(false);
    expect(isOwn('identity', { ...record, operation: 'invention.make' })).toBe(false);
  });

  it('of nothing that is no record', () => {
    expect(isOwn('repository', { ...record, id: '1' })).toBe(false);
    expect(isOwn('repository', { ...record, company: 'acme' })).toBe(false);
  });
});
