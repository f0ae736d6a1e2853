import type { LinkTable, SharedLinks } from '../related/related-rows.js';

const turned = ({ table, of, to }: LinkTable): LinkTable => ({ table, of: to, to: of });

const roles: LinkTable = { table: 'project_account', of: 'account_uuid', to: 'project_uuid' };
const memberships: LinkTable = { table: 'group_member', of: 'account_uuid', to: 'group_uuid' };
const rolesOfGroups: LinkTable = { table: 'project_group', of: 'group_uuid', to: 'project_uuid' };

/** The projects in which accounts have a role, directly or through a group. */
export const projectsOfAccounts: SharedLinks = { own: roles, groups: memberships, ofGroup: rolesOfGroups };

/** The accounts that have a role in projects, directly or through a group. */
export const accountsOfProjects: SharedLinks = {
  own: turned(roles),
  groups: turned(rolesOfGroups),
  ofGroup: turned(memberships),
};
