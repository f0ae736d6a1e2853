import type { Principal, ProjectRole, ProjectScope } from '@holdfast/kernel';
import {
  asksForBot,
  asksForOwner,
  may,
  seesGroup,
  seesProject,
  type Privilege,
  type ProjectPrivilege,
} from './privilege.rules.js';

const caller = (type: Principal['account']['type'], companyAdmin = false): Principal => ({
  company: { uuid: 'c', id: 'c' },
  account: { uuid: 'a', id: 'a', type, email: '', name: '' },
  companyAdmin,
  credential: '',
});

const project = (
  roles: ProjectRole[],
  visibility: ProjectScope['visibility'] = 'company',
  deleted = false,
): ProjectScope => ({
  uuid: 'p',
  id: 'p',
  deleted,
  visibility,
  roles,
});

// The table of roles as the documentation prints it, written down a second time.
const rolesWith: Record<ProjectPrivilege, string> = {
  'project.read': 'public guest developer master manager admin',
  'repository.write': 'developer master admin',
  'release.delete': 'master admin',
  'tag.move': 'master admin',
  'branch.push_protected': 'admin',
  'project.settings': 'manager admin',
  'project.members': 'manager admin',
  'project.grant_admin': 'admin',
  'project.delete': 'admin',
  'repository.administer': 'admin',
  'branch.protect': 'admin',
  'project.bots': 'admin',
};
const table = Object.entries(rolesWith) as [ProjectPrivilege, string][];

describe('the privileges of a project', () => {
  it.each(table)('%s belongs to %s', (privilege, roles) => {
    const granted = ['public', 'guest', 'developer', 'master', 'manager', 'admin'].filter((role) =>
      may(privilege, caller('user'), { project: project(role === 'public' ? [] : [role as ProjectRole]) }),
    );
    expect(granted.join(' ')).toBe(roles);
  });

  it.each(table)('%s belongs to a company admin without a role', (privilege) => {
    expect(may(privilege, caller('user', true), { project: project([], 'members') })).toBe(true);
  });

  it('are the union over all roles', () => {
    const both = { project: project(['guest', 'manager', 'developer']) };
    expect([
      may('repository.write', caller('user'), both),
      may('project.settings', caller('user'), both),
    ]).toEqual([true, true]);
  });

  it('do not exist for those who may not see it', () => {
    const hidden = { project: project([], 'members') };
    for (const [privilege] of table) expect(may(privilege, caller('user'), hidden)).toBe(false);
  });
});

describe('the visibility of a project', () => {
  it('reaches every user of the company, but no collaborator and no bot without a role', () => {
    expect(
      (['user', 'collaborator', 'bot'] as const).map((type) => seesProject(caller(type), project([]))),
    ).toEqual([true, false, false]);
    expect(
      (['user', 'collaborator', 'bot'] as const).map((type) =>
        seesProject(caller(type), project(['guest'], 'members')),
      ),
    ).toEqual([true, true, true]);
  });

  it('ends for those without a role when it is deleted', () => {
    expect(seesProject(caller('user'), project([], 'company', true))).toBe(false);
    expect(seesProject(caller('user'), project(['guest'], 'company', true))).toBe(true);
    expect(seesProject(caller('user', true), project([], 'members', true))).toBe(true);
  });
});

describe('the privileges of a company', () => {
  it('depend on the kind of account', () => {
    const kinds = [caller('user'), caller('collaborator'), caller('bot'), caller('user', true)];
    const row = (privilege: Privilege): boolean[] => kinds.map((kind) => may(privilege, kind));
    expect(row('project.create')).toEqual([true, false, false, true]);
    const strictly = kinds.map((kind) => may('project.create', { ...kind, projectsByAdmins: true }));
    expect(strictly).toEqual([false, false, false, true]);
    expect(may('people.read', { ...caller('user'), projectsByAdmins: true })).toBe(true);
    expect(row('people.read')).toEqual([true, false, false, true]);
    expect(row('company.manage')).toEqual([false, false, false, true]);
    expect(row('account')).toEqual([true, true, true, true]);
    expect(row('public')).toEqual([true, true, true, true]);
  });

  it('let everybody change himself, and a company admin everybody', () => {
    expect(may('account.update', caller('collaborator'), { self: true })).toBe(true);
    expect(may('account.update', caller('user'), { self: false })).toBe(false);
    expect(may('account.update', caller('user', true), {})).toBe(true);
    expect(may('account.delete', caller('user'), { self: true })).toBe(false);
  });
});

describe('groups', () => {
  const group = (visibility: 'public' | 'private', role?: 'admin' | 'member') =>
    ({ uuid: 'g', id: 'g', deleted: false, visibility, ...(role ? { role } : {}) }) as const;

  it('are seen by members, public ones by every user', () => {
    expect(seesGroup(caller('user'), group('public'))).toBe(true);
    expect(seesGroup(caller('user'), group('private'))).toBe(false);
    expect(seesGroup(caller('user'), group('private', 'member'))).toBe(true);
    expect(seesGroup(caller('collaborator'), group('public'))).toBe(false);
  });

  it('have their members managed by their admins', () => {
    expect(may('group.members', caller('user'), { group: group('public', 'admin') })).toBe(true);
    expect(may('group.members', caller('user'), { group: group('public', 'member') })).toBe(false);
    expect(may('group.manage', caller('user'), { group: group('public', 'admin') })).toBe(false);
  });
});

describe('the privileges of a bot', () => {
  it('depend on its owner, and its keys on the bot itself', () => {
    const all = ['bot.manage', 'bot.update', 'bot.keys', 'bot.create'] as const;
    expect(all.map(asksForOwner)).toEqual([true, true, false, false]);
    expect(all.map(asksForBot)).toEqual([false, false, true, false]);
  });

  it('belong to its owner and company admins; itself may change what is its own', () => {
    const held = (type: 'user' | 'bot', access: object, admin = false) =>
      (['bot.update', 'bot.manage'] as const).map((privilege) => may(privilege, caller(type, admin), access));
    expect(held('user', {})).toEqual([false, false]);
    expect(held('user', { owner: true })).toEqual([true, true]);
    expect(held('user', {}, true)).toEqual([true, true]);
    expect(held('bot', { self: true })).toEqual([true, false]);
  });
});
