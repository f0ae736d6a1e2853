import { may } from '@holdfast/contracts';
import { botView } from './bot.view.js';
import { accountsOfProjects } from '../role/role-links.js';
import type { ChildRows, RelatedRows } from '../related/related-rows.js';
import { shownAccounts } from './account.entity.js';
import { personView } from './account.view.js';
import { ownedAccounts, type OwnedAccount } from './owned-account.query.js';
import { visibleAccounts } from './visible-accounts.query.js';

/** Whoever sees the parent sees them; the company is asked for all the same. */
const ofCompany: ChildRows['visible'] = ({ company }) => ({
  sql: 'a.company_uuid = :company',
  parameters: { company: company.uuid },
});

const people = {
  from: 'account a',
  select: shownAccounts,
  view: personView,
  visible: ofCompany,
} as const satisfies Partial<ChildRows>;

const companyPeople = (type: 'user' | 'collaborator'): Partial<ChildRows> => ({
  ...people,
  where: `a.company_uuid = parent.uuid and a.type = '${type}' and a.deleted_at is null`,
  visible: (caller) => (may('people.read', caller) ? ofCompany(caller) : undefined),
});

/** Whoever sees a project sees who is in it. */
const projectPeople = (type: 'user' | 'collaborator'): Partial<ChildRows> => ({
  ...people,
  from: 'project_account m join account a on a.uuid = m.account_uuid',
  where: `m.project_uuid = parent.uuid and a.type = '${type}' and a.deleted_at is null`,
});

export const accountRelations: RelatedRows = {
  object: 'account',
  table: 'account',
  ...ownedAccounts,
  alias: 'a',
  visible: visibleAccounts,
  view: (row: OwnedAccount) => (row.type === 'bot' ? botView(row) : personView(row)),
  below: {
    company: { users: companyPeople('user'), collaborators: companyPeople('collaborator') },
    project: {
      users: projectPeople('user'),
      collaborators: projectPeople('collaborator'),
      members: {
        ...people,
        where: `a.type in ('user', 'collaborator') and a.deleted_at is null`,
        links: accountsOfProjects,
      },
    },
    group: {
      users: {
        ...people,
        from: 'group_member m join account a on a.uuid = m.account_uuid',
        where: 'm.group_uuid = parent.uuid and a.deleted_at is null',
      },
    },
  },
};
