import type { BotScope, GroupScope, Principal, ProjectRole, ProjectScope } from '@holdfast/kernel';

/**
 * The privileges, as one pure table. The gateway guards every operation with it and answers `?privileges`
 * from it; services ask it where a value in a body decides (the role that is granted).
 */
const projectPrivileges = {
  'project.read': ['guest', 'developer', 'master', 'manager', 'admin'],
  'repository.write': ['developer', 'master', 'admin'],
  'tag.move': ['master', 'admin'],
  'branch.push_protected': ['admin'],
  'release.delete': ['master', 'admin'],
  'project.settings': ['manager', 'admin'],
  'project.members': ['manager', 'admin'],
  'project.grant_admin': ['admin'],
  'project.delete': ['admin'],
  'repository.administer': ['admin'],
  'branch.protect': ['admin'],
  'project.bots': ['admin'],
} as const satisfies Record<string, readonly ProjectRole[]>;

/** Privileges that ask for the kind of account only. */
const companyPrivileges = {
  /** Anybody who is logged in, on his own things. */
  account: { user: true, collaborator: true, bot: true, admin: true },
  'project.list': { user: true, collaborator: true, bot: true, admin: true },
  'project.create': { user: true, collaborator: false, bot: false, admin: true },
  'company.read': { user: true, collaborator: true, bot: true, admin: true },
  'people.read': { user: true, collaborator: false, bot: false, admin: true },
  'bot.create': { user: true, collaborator: false, bot: false, admin: true },
  'company.manage': { user: false, collaborator: false, bot: false, admin: true },
} as const;

/** Privileges that hold for the caller himself and for company admins; others may at most look. */
type AccountPrivilege = 'account.read' | 'account.update' | 'account.delete';

/** Privileges that hold for a bot's owner and for company admins; a bot changes what is its own to change. */
type BotPrivilege = 'bot.manage' | 'bot.update';

/** Privileges on what a bot has: they hold for the bot and for whoever manages it. */
type BotsOwnPrivilege = 'bot.keys';

/** Whether the privilege depends on to whom the object belongs. */
export const asksForOwner = (privilege: Privilege): privilege is BotPrivilege =>
  privilege === 'bot.manage' || privilege === 'bot.update';

/** Whether the privilege depends on the bot that `:id` in the path names. */
export const asksForBot = (privilege: Privilege): privilege is BotsOwnPrivilege => privilege === 'bot.keys';

/** Privileges of a group. */
type GroupPrivilege = 'group.read' | 'group.manage' | 'group.members';

export type ProjectPrivilege = keyof typeof projectPrivileges;
export type CompanyPrivilege = keyof typeof companyPrivileges;
export type Privilege =
  | 'public'
  | ProjectPrivilege
  | CompanyPrivilege
  | AccountPrivilege
  | BotPrivilege
  | BotsOwnPrivilege
  | GroupPrivilege;

/** What a caller has by what he is in company, project and group. */
export const privilegesByRole: readonly Privilege[] = [
  ...(Object.keys(projectPrivileges) as ProjectPrivilege[]),
  ...(Object.keys(companyPrivileges) as CompanyPrivilege[]),
  'group.members',
];

/** What a decision may depend on beside the caller. */
export interface Access {
  project?: ProjectScope | undefined;
  group?: GroupScope | undefined;
  bot?: BotScope;
  /** The object is the caller's own account. */
  self?: boolean;
  /** The object belongs to the caller. */
  owner?: boolean;
}

/** Whether the caller may know that the project exists. */
export const seesProject = (caller: Principal, project: ProjectScope): boolean =>
  caller.companyAdmin ||
  project.roles.length > 0 ||
  (project.visibility === 'company' && caller.account.type === 'user' && !project.deleted);

/** Whether the caller may know that the group exists. */
export const seesGroup = (caller: Principal, group: GroupScope): boolean =>
  caller.companyAdmin ||
  group.role !== undefined ||
  (group.visibility === 'public' && caller.account.type === 'user');

/**
 * Whether the caller manages the bot: its owner and company admins do; one that acts everywhere, company admins only.
 */
const managesBot = (caller: Principal, bot?: BotScope): boolean =>
  caller.companyAdmin || (bot?.companyAdmin === false && bot.owner === caller.account.uuid);

/** Decides one privilege; what may not be known to the caller is decided before, by `seesProject` and `seesGroup`. */
export const may = (privilege: Privilege, caller: Principal, access: Access = {}): boolean => {
  if (privilege === 'public') return true;
  if (Object.hasOwn(companyPrivileges, privilege)) {
    const row = companyPrivileges[privilege as CompanyPrivilege];
    if (caller.companyAdmin) return row.admin;
    return row[caller.account.type] && !(privilege === 'project.create' && caller.projectsByAdmins);
  }
  if (privilege === 'account.read') return access.self === true || may('people.read', caller);
  if (privilege === 'account.update') return caller.companyAdmin || access.self === true;
  if (privilege === 'account.delete') return caller.companyAdmin;
  if (privilege === 'bot.manage') return caller.companyAdmin || access.owner === true;
  if (privilege === 'bot.update') return access.self === true || may('bot.manage', caller, access);
  if (privilege === 'bot.keys')
    return access.bot?.uuid === caller.account.uuid || managesBot(caller, access.bot);
  if (privilege === 'group.read') return access.group !== undefined && seesGroup(caller, access.group);
  if (privilege === 'group.members') return caller.companyAdmin || access.group?.role === 'admin';
  if (privilege === 'group.manage') return caller.companyAdmin;
  if (!access.project || !seesProject(caller, access.project)) return false;
  if (caller.companyAdmin || privilege === 'project.read') return true;
  const granted: readonly ProjectRole[] = projectPrivileges[privilege as ProjectPrivilege];
  return access.project.roles.some((role) => granted.includes(role));
};
