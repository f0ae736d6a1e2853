import { may } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { columnsOf, type Condition } from '@holdfast/platform/persistence';
import { AccountRow } from '../account/account.entity.js';
import { personView } from '../account/account.view.js';
import { ownedAccounts, visibleBots, type OwnedAccount } from '../bot/bot.query.js';
import { botView } from '../bot/bot.view.js';
import { GroupRow } from '../group/group.entity.js';
import { visibleGroups } from '../group/group.query.js';
import { groupView } from '../group/group.view.js';
import { visibleLinks } from '../membership/project-group.store.js';
import { membersOf } from '../membership/project-member.query.js';
import { ProjectRow } from '../project/project.entity.js';
import { visibleProjects } from '../project/project.query.js';
import { projectView } from '../project/project.view.js';

/** Children of one object type in another, as SQL in which `parent.uuid` is the parent's. */
export interface Relation {
  from: string;
  /** Alias of the child's row. */
  child: 'a' | 'g' | 'p';
  select: string;
  where: string;
  /** What the caller may see; undefined: nothing at all. */
  visible: (caller: Principal) => Condition | undefined;
  view: (row: never) => object;
}

/** Whoever sees the parent sees them; the company is asked for all the same. */
const ofCompany: Relation['visible'] = ({ company }) => ({
  sql: 'a.company_uuid = :company',
  parameters: { company: company.uuid },
});

const people = {
  from: 'account a',
  child: 'a',
  select: columnsOf(AccountRow, 'a'),
  view: personView,
} as const satisfies Partial<Relation>;

const bots = {
  ...ownedAccounts,
  child: 'a',
  view: (row: OwnedAccount) => botView(row),
  visible: visibleBots,
} as const satisfies Partial<Relation>;

const companyPeople = (type: 'user' | 'collaborator'): Relation => ({
  ...people,
  where: `a.company_uuid = parent.uuid and a.type = '${type}' and a.deleted_at is null`,
  visible: (caller) => (may('people.read', caller) ? ofCompany(caller) : undefined),
});

/** Whoever sees a project sees who is in it. */
const projectPeople = (type: 'user' | 'collaborator'): Relation => ({
  ...people,
  from: 'project_account m join account a on a.uuid = m.account_uuid',
  where: `m.project_uuid = parent.uuid and a.type = '${type}' and a.deleted_at is null`,
  visible: ofCompany,
});

const projects = {
  from: 'project p',
  child: 'p',
  select: columnsOf(ProjectRow, 'p'),
  view: (row: ProjectRow) => projectView(row),
  visible: visibleProjects,
} as const satisfies Partial<Relation>;

/** Of users, collaborators and bots alike: the projects in which the account has a role. */
const accountProjects: Relation = {
  ...projects,
  where: `p.deleted_at is null and p.uuid in (
    select project_uuid from project_account where account_uuid = parent.uuid
    union
    select pg.project_uuid from group_member gm join project_group pg on pg.group_uuid = gm.group_uuid
     where gm.account_uuid = parent.uuid)`,
};

const groups = {
  from: '"group" g',
  child: 'g',
  select: columnsOf(GroupRow, 'g'),
  view: (row: GroupRow) => groupView(row),
} as const satisfies Partial<Relation>;

/** Every relation that this service answers, by parent and child; a name here is one in a contract. */
export const relations: Readonly<Record<string, Readonly<Record<string, Relation>>>> = {
  company: {
    users: companyPeople('user'),
    collaborators: companyPeople('collaborator'),
    bots: { ...bots, where: `a.company_uuid = parent.uuid and a.type = 'bot' and a.deleted_at is null` },
    groups: {
      ...groups,
      where: 'g.company_uuid = parent.uuid',
      visible: visibleGroups,
    },
    projects: { ...projects, where: 'p.company_uuid = parent.uuid and p.deleted_at is null' },
  },
  user: { projects: accountProjects },
  collaborator: { projects: accountProjects },
  bot: { projects: accountProjects },
  subscriber: { projects: accountProjects },
  group: {
    users: {
      ...people,
      from: 'group_member m join account a on a.uuid = m.account_uuid',
      where: 'm.group_uuid = parent.uuid and a.deleted_at is null',
      visible: ofCompany,
    },
  },
  project: {
    users: projectPeople('user'),
    collaborators: projectPeople('collaborator'),
    members: {
      ...people,
      where: `${membersOf('parent.uuid')} and a.deleted_at is null`,
      visible: ofCompany,
    },
    bots: {
      ...bots,
      from: `project_account m join account a on a.uuid = m.account_uuid left join account o on o.uuid = a.owner_uuid`,
      where: `m.project_uuid = parent.uuid and a.type = 'bot' and a.deleted_at is null`,
    },
    groups: {
      ...groups,
      from: 'project_group m join "group" g on g.uuid = m.group_uuid',
      where: 'm.project_uuid = parent.uuid',
      visible: visibleLinks,
    },
  },
};
