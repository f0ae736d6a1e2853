import type { CallContext, GroupScope, Principal, ProjectRole, ProjectScope } from '@holdfast/kernel';
import { lapsed } from './lapse.rules.js';

const caller = (companyAdmin = false, type: Principal['account']['type'] = 'user'): Principal => ({
  company: { uuid: 'c', id: 'c' },
  account: { uuid: 'a', id: 'a', type, email: '', name: '' },
  companyAdmin,
  credential: '',
});
const project = (roles: ProjectRole[], more: Partial<ProjectScope> = {}): ProjectScope => ({
  ...{ uuid: 'p', id: 'p', deleted: false, visibility: 'members', roles },
  ...more,
});
const group = (role?: 'admin' | 'member', visibility: GroupScope['visibility'] = 'public'): GroupScope => ({
  ...{ uuid: 'g', id: 'g', deleted: false, visibility },
  ...(role ? { role } : {}),
});
const then = (more: Partial<CallContext>): CallContext => ({
  ...{ requestId: '', deadline: 0, principal: caller() },
  ...more,
});

describe('a change of somebody who was let in a while ago', () => {
  it('is made where he has what he had, or more', () => {
    const before = then({ project: project(['guest', 'admin']), group: group('admin') });
    const now = { caller: caller(), project: project(['admin']), group: group('admin', 'private') };
    expect(lapsed(before, now)).toBeUndefined();
    expect(lapsed(then({}), { caller: caller(true) })).toBeUndefined();
    // A company admin needs no role.
    const admin = { caller: caller(true), project: project([]), group: group() };
    expect(lapsed(before, admin)).toBeUndefined();
  });

  it.each<[string, Partial<CallContext>, Parameters<typeof lapsed>[1]]>([
    ['unauthenticated', {}, {}],
    ['not_found', { project: project(['admin']) }, { caller: caller() }],
    ['not_found', { project: project(['admin']) }, { caller: caller(), project: project([]) }],
    ['not_found', { group: group('admin') }, { caller: caller() }],
    ['not_found', { group: group('admin') }, { caller: caller(), group: group(undefined, 'private') }],
    [
      'invalid',
      { project: project(['admin']) },
      { caller: caller(), project: project(['admin'], { deleted: true }) },
    ],
    ['forbidden', { principal: caller(true) }, { caller: caller() }],
    ['forbidden', { project: project(['admin']) }, { caller: caller(), project: project(['master']) }],
    ['forbidden', { project: project(['admin']) }, { caller: caller(), project: project(['manager']) }],
    ['forbidden', { project: project(['master']) }, { caller: caller(), project: project(['developer']) }],
    ['forbidden', { group: group('admin') }, { caller: caller(), group: group('member') }],
    ['forbidden', {}, { caller: caller(false, 'collaborator') }],
  ])('is %s where he has lost something (%#)', (code, before, now) => {
    expect(lapsed(then(before), now)?.code).toBe(code);
  });
});
