import type { Answered, Expand, Expanded, ResolvedReferences, ResolveReferences } from '@holdfast/contracts';
import type { AccountType, Principal } from '@holdfast/kernel';
import { columnsOf, runComposed, statement, together, type Condition } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';
import { personView } from '../account/account.view.js';
import { ownedAccounts, type OwnedAccount } from '../bot/bot.query.js';
import { botView } from '../bot/bot.view.js';
import { GroupRow } from '../group/group.entity.js';
import { visibleGroups } from '../group/group.query.js';
import { groupView } from '../group/group.view.js';
import { ProjectRow } from '../project/project.entity.js';
import { visibleProjects } from '../project/project.query.js';
import { projectView } from '../project/project.view.js';
import { visibleAccounts } from './visible-accounts.query.js';

const names = statement<{
  kind: 'account' | 'project';
  uuid: string;
  id: string;
  type: AccountType | null;
}>(
  'reference_names',
  `select 'account' as kind, uuid, id, type from account where uuid = any($2::uuid[]) and company_uuid = $1
   union all
   select 'project', uuid, id, null from project where uuid = any($3::uuid[]) and company_uuid = $1`,
);

/** Ids of accounts and projects of the caller's company; a reference to something tells no more than its id. */
export const resolved = async (
  source: DataSource,
  { company }: Principal,
  { account: accounts = [], project: projects = [] }: ResolveReferences,
): Promise<ResolvedReferences> => {
  const found: ResolvedReferences = { account: {}, project: {} };
  if (accounts.length + projects.length === 0) return found;
  for (const { kind, uuid, id, type } of await names(source, [company.uuid, accounts, projects]))
    found[kind][uuid] = type ? { id, uuid, type } : { id, uuid };
  return found;
};

type Selection = {
  select: string;
  from: string;
  key: string;
  where: (caller: Principal) => Condition;
};

const accounts: Selection = { ...ownedAccounts, key: 'a.uuid', where: visibleAccounts };
const selections: Readonly<Record<string, Selection>> = {
  account: accounts,
  user: accounts,
  collaborator: accounts,
  bot: accounts,
  project: { select: columnsOf(ProjectRow, 'p'), from: 'project p', key: 'p.uuid', where: visibleProjects },
  group: { select: columnsOf(GroupRow, 'g'), from: '"group" g', key: 'g.uuid', where: visibleGroups },
};

/** Full objects by uuid, one statement; what the caller may not see is absent. */
export const expanded = async (
  source: DataSource,
  caller: Principal,
  { object, uuids }: Expand,
): Promise<Expanded> => {
  const selection = Object.hasOwn(selections, object) ? selections[object] : undefined;
  if (!selection || uuids.length === 0) return {};
  const visible = selection.where(caller);
  const sql = `select ${selection.select} from ${selection.from}
            where ${selection.key} = any(:uuids::uuid[]) and (${visible.sql})`;
  const parameters = together({ uuids }, visible.parameters);
  const rows = await runComposed<{ uuid: string }>(source, 'expanded', sql, parameters);
  return Object.fromEntries(rows.map((row) => [row.uuid, viewOf(object, row)]));
};

const viewOf = (object: string, row: unknown): Answered => {
  if (object === 'project') return projectView(row as ProjectRow);
  if (object === 'group') return groupView(row as GroupRow);
  const account = row as OwnedAccount;
  return account.type === 'bot' ? botView(account) : personView(account);
};
