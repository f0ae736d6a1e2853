import type { Principal, ProjectRole, ProjectScope } from '@holdfast/kernel';
import { isLimitTighter, refusalReason, transferRefusal } from './transfer.rules.js';

const caller: Principal = {
  company: { uuid: 'c', id: 'c' },
  account: { uuid: 'a', id: 'a', type: 'user', email: '', name: '' },
  companyAdmin: false,
  credential: '',
};
const project = (roles: ProjectRole[], deleted = false): ProjectScope => ({
  ...{ uuid: 'p', id: 'p', roles, visibility: 'members', deleted },
});
const active = { deactivated: false };

describe('a transfer', () => {
  it('is allowed to those who may read, and one that writes to those who may write', () => {
    for (const [role, refusal] of [
      ['guest', 'write_missing'],
      ['developer', undefined],
    ] as const) {
      const standing = { caller, project: project([role]) };
      expect(transferRefusal('read', standing, active)).toBeUndefined();
      expect(transferRefusal('write', standing, active)).toBe(refusal);
    }
  });

  it('is allowed to admins of the project only, where it administers', () => {
    for (const [role, refusal] of [
      ['guest', 'write_missing'],
      ['master', 'admins_only'],
      ['admin', undefined],
    ] as const)
      expect(transferRefusal('administer', { caller, project: project([role]) }, active)).toBe(refusal);
  });

  it('is hidden from those who are not active, have no role, or whose project is gone', () => {
    for (const standing of [
      {},
      { project: project(['admin']) },
      { caller },
      { caller, project: project([]) },
    ])
      for (const effect of ['read', 'write'] as const)
        expect(transferRefusal(effect, standing, active)).toBe('hidden');
  });

  it('reads what is deactivated, and writes nothing there', () => {
    const gone = { caller, project: project(['admin'], true) };
    const present = { caller, project: project(['admin']) };
    expect(transferRefusal('read', gone, active)).toBeUndefined();
    expect(transferRefusal('write', gone, active)).toBe('deactivated');
    expect(transferRefusal('read', present, { deactivated: true })).toBeUndefined();
    expect(transferRefusal('write', present, { deactivated: true })).toBe('deactivated');
  });

  it('reads what follows a repository elsewhere, and writes nothing there', () => {
    const standing = { caller, project: project(['admin']) };
    expect(transferRefusal('read', standing, { ...active, mirrored: true })).toBeUndefined();
    expect(transferRefusal('write', standing, { ...active, mirrored: true })).toBe('mirrored');
    expect(refusalReason('mirrored')).toBe('this repository follows another one: push there');
  });

  it('says in one line why, and calls a write as the kind does', () => {
    expect(refusalReason('write_missing', 'commit to it')).toBe(
      'you may read this repository, but not commit to it',
    );
    expect(refusalReason('write_missing')).toBe('you may read this repository, but not write to it');
    for (const refusal of ['hidden', 'admins_only', 'deactivated'] as const)
      expect(refusalReason(refusal, 'commit to it')).toMatch(/^(?!.*commit)[ -~]+$/);
  });
});

describe('a storage limit', () => {
  const place = { company: 'c', project: 'p', repository: 'r' };

  it('is tighter for a transfer where it came or is less than at its beginning', () => {
    expect(isLimitTighter(undefined, { place })).toBe(true);
    expect(isLimitTighter({ place }, { place, limit: 5 })).toBe(true);
    expect(isLimitTighter({ place, limit: 6 }, { place, limit: 5 })).toBe(true);
    for (const now of [undefined, { place }, { place, limit: 6 }, { place, limit: 7 }])
      expect(isLimitTighter({ place, limit: 6 }, now)).toBe(false);
    expect(isLimitTighter(undefined, undefined)).toBe(false);
  });
});
