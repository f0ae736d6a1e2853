import { allOperations, auditedBy } from '../registry.js';
import { branchOperations, projectOperations, repositoryOperations, userOperations } from '../index.js';
import { auditDetail, isAudited } from './audit.rules.js';
import { attributeOf } from './validate.js';

describe('what an audit event tells of a call', () => {
  it('is the value of flags, numbers, choices and texts that may be told', () => {
    const values = { email: 'a@example.org', company_admin: true, password: 'Secret4You', phone: '1' };
    expect(auditDetail(userOperations.create, values)).toEqual({
      email: 'a@example.org',
      company_admin: true,
    });
    expect(auditDetail(repositoryOperations.create, { id: 'x', type: 'maven', redeploy: true })).toEqual({
      type: 'maven',
      redeploy: true,
    });
  });

  it('is nothing of a list or an object, where a text is told', () => {
    expect(auditDetail(userOperations.create, { email: ['a@example.org'], company_admin: {} })).toEqual({});
  });

  it('names what else an update sets', () => {
    const values = { email: 'a@example.org', password: 'Secret4You', phone: '1' };
    expect(auditDetail(userOperations.update, values)).toEqual({
      email: 'a@example.org',
      changed: ['password', 'phone'],
    });
  });

  it('is nothing for an update that sets nothing', () => {
    expect(auditDetail(userOperations.update, {})).toBeUndefined();
    expect(auditDetail(branchOperations.update, { protected: false })).toEqual({ protected: false });
    expect(auditDetail(projectOperations.update, { storage_limit: null })).toEqual({ storage_limit: null });
  });

  it('is never a long text', () => {
    const told = auditDetail(repositoryOperations.update, { default_identifier: 'x'.repeat(1000) });
    expect(String(told?.default_identifier)).toHaveLength(300);
    // The database takes no half of a character.
    const cut = auditDetail(repositoryOperations.update, { default_identifier: `${'x'.repeat(299)}😀` });
    expect(cut?.default_identifier).toBe(`${'x'.repeat(299)}\ufffd`);
  });
});

describe('every operation that changes something', () => {
  const changing = allOperations.filter(({ method }) => method !== 'GET');

  it('is audited, or says why not', () => {
    const exceptions = changing.filter((operation) => !isAudited(operation));
    const some = ['branch.create', 'password_recovery.create', 'subscriber.subscribe'];
    expect(exceptions.map(({ id }) => id)).toEqual(expect.arrayContaining(some));
    for (const { unaudited } of exceptions) expect(unaudited?.length).toBeGreaterThan(20);
  });

  it('is known to be of its service, as the operator’s commands are', () => {
    for (const { id, service } of changing) expect(auditedBy(id)).toBe(service);
    expect(auditedBy('operator.company.create')).toBe('identity');
    expect(auditedBy('operator.repository.purge')).toBe('repository');
    expect(auditedBy('operator.job.stop')).toBe('repository');
    expect(auditedBy('artifact_file.delete')).toBe('artifact');
    expect(auditedBy('path_lock.delete')).toBe('repository');
    expect(auditedBy('thing.delete')).toBeUndefined();
  });

  it('tells the value of no attribute that is secret', () => {
    for (const operation of changing) {
      const names = [...operation.takes, ...Object.keys(operation.parameters ?? {})];
      const secret = names.filter((name) => attributeOf(operation, name).writeOnly);
      const values = Object.fromEntries(secret.map((name) => [name, 'the secret']));
      expect(JSON.stringify(auditDetail(operation, values) ?? {})).not.toContain('the secret');
    }
  });
});
