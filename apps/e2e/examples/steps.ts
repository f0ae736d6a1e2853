import type { Keys } from '../clients/api.js';

/** What the steps before have learnt. */
export interface Known {
  company: string;
  password: string;
  keys: Keys;
  values: Record<string, string>;
}

interface Hands {
  /** Pushes commits to the branch main; answers the id of the last. */
  pushed: (project: string, repository: string) => Promise<string>;
  /** The token in the mail to the address. */
  mailed: (address: string) => Promise<string>;
}

type Body = Record<string, unknown>;

interface Step {
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string | ((known: Known) => string);
  body?: Body | ((known: Known) => Body);
  /** Sent without keys. */
  nobody?: boolean;
  after?: (known: Known, answer: Record<string, unknown>, hands: Hands) => void | Promise<void>;
}

const keep =
  (name: string, attribute = 'id') =>
  (known: Known, answer: Record<string, unknown>): void => {
    known.values[name] = String(answer[attribute]);
  };

const key =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKsn5RBxTvHWzW9gEmnZVBRPXVHlBFt8YTRsL4/IFRjE ada@example.org';
const project = '/projects/demo';
const repository = `${project}/repositories/code`;

/** Members of a project of one kind: added, shown, listed, changed and removed. */
const memberSteps = (object: string, collection: string, id: string): Step[] => {
  const one = `${collection}/${id}`;
  return [
    { operation: `${object}.create`, method: 'POST', path: collection, body: { id, role: 'guest' } },
    { operation: `${object}.list`, method: 'GET', path: collection },
    { operation: `${object}.show`, method: 'GET', path: one },
    { operation: `${object}.update`, method: 'PUT', path: one, body: { role: 'developer' } },
    { operation: `${object}.delete`, method: 'DELETE', path: one },
  ];
};

/** The company's name makes the address unique: mails of all companies lie in one spool. */
const address = ({ company }: Known): string => `ada@${company}.example.org`;
const ada = (known: Known): Body => ({
  id: 'ada',
  email: address(known),
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'Analytical1',
});
const visitor = { id: 'visitor', email: 'visitor@example.org', first_name: 'Vic', password: 'Analytical1' };

/** Every operation of the API once, each on what the steps before it have made. */
export const steps: Step[] = [
  {
    operation: 'session.create',
    method: 'POST',
    path: '/account/sessions',
    body: ({ company, password }) => ({ company, login: 'admin', password }),
    nobody: true,
    after: keep('spare', 'account_key'),
  },
  {
    operation: 'session.list',
    method: 'GET',
    path: '/account/sessions?limit=1',
    after: (known, { results }) => keep('session')(known, (results as Record<string, unknown>[])[0]),
  },
  { operation: 'session.show', method: 'GET', path: ({ values }) => `/account/sessions/${values.session}` },
  {
    operation: 'session.delete',
    method: 'DELETE',
    path: ({ values }) => `/account/sessions/${values.spare}`,
    nobody: true,
  },
  { operation: 'company.show', method: 'GET', path: '/company' },
  { operation: 'company.update', method: 'PUT', path: '/company', body: { name: 'Acme Corporation' } },
  { operation: 'license.show', method: 'GET', path: '/company/license' },
  { operation: 'user.create', method: 'POST', path: '/users', body: ada },
  { operation: 'user.list', method: 'GET', path: '/users?search_term=lovelace' },
  { operation: 'user.show', method: 'GET', path: '/users/ada' },
  { operation: 'user.update', method: 'PUT', path: '/users/ada', body: { title: 'Analyst' } },
  {
    operation: 'password_recovery.create',
    method: 'POST',
    path: '/account/password_recoveries',
    body: (known) => ({ email: address(known) }),
    nobody: true,
    after: async (known, _, { mailed }) => {
      known.values.token = await mailed(address(known));
    },
  },
  {
    operation: 'password_recovery.show',
    method: 'GET',
    path: ({ values }) => `/account/password_recoveries/${values.token}`,
    nobody: true,
  },
  {
    operation: 'password_recovery.update',
    method: 'PUT',
    path: ({ values }) => `/account/password_recoveries/${values.token}`,
    body: { password: 'Difference2' },
    nobody: true,
  },
  {
    operation: 'ssh_key.create',
    method: 'POST',
    path: '/account/ssh_keys',
    body: { title: 'laptop', content: key },
    after: keep('key'),
  },
  { operation: 'ssh_key.list', method: 'GET', path: '/account/ssh_keys' },
  { operation: 'ssh_key.show', method: 'GET', path: ({ values }) => `/account/ssh_keys/${values.key}` },
  {
    operation: 'ssh_key.update',
    method: 'PUT',
    path: ({ values }) => `/account/ssh_keys/${values.key}`,
    body: { title: 'desk' },
  },
  { operation: 'ssh_key.delete', method: 'DELETE', path: ({ values }) => `/account/ssh_keys/${values.key}` },
  { operation: 'collaborator.create', method: 'POST', path: '/collaborators', body: visitor },
  { operation: 'collaborator.list', method: 'GET', path: '/collaborators' },
  { operation: 'collaborator.show', method: 'GET', path: '/collaborators/visitor' },
  {
    operation: 'collaborator.update',
    method: 'PUT',
    path: '/collaborators/visitor',
    body: { phone: '+358 1' },
  },
  { operation: 'bot.create', method: 'POST', path: '/bots', body: { id: 'builder' } },
  { operation: 'bot.list', method: 'GET', path: '/bots' },
  { operation: 'bot.show', method: 'GET', path: '/bots/builder' },
  { operation: 'bot.update', method: 'PUT', path: '/bots/builder', body: { visibility: 'public' } },
  { operation: 'bot.replace_key', method: 'POST', path: '/bots/builder/actions/replace_key' },
  { operation: 'group.create', method: 'POST', path: '/groups', body: { id: 'devs', name: 'Developers' } },
  { operation: 'group.list', method: 'GET', path: '/groups?count=users' },
  { operation: 'group.show', method: 'GET', path: '/groups/devs' },
  {
    operation: 'group.update',
    method: 'PUT',
    path: '/groups/devs',
    body: { description: 'All who write code' },
  },
  {
    operation: 'group_member.create',
    method: 'POST',
    path: '/groups/devs/members',
    body: { id: 'ada', role: 'member' },
  },
  { operation: 'group_member.list', method: 'GET', path: '/groups/devs/members' },
  { operation: 'group_member.show', method: 'GET', path: '/groups/devs/members/ada' },
  {
    operation: 'group_member.update',
    method: 'PUT',
    path: '/groups/devs/members/ada',
    body: { role: 'admin' },
  },
  { operation: 'group_member.show_singular', method: 'GET', path: '/groups/devs/member/ada' },
  {
    operation: 'group_member.update_singular',
    method: 'PUT',
    path: '/groups/devs/member/ada',
    body: { role: 'member' },
  },
  { operation: 'group_member.delete_singular', method: 'DELETE', path: '/groups/devs/member/ada' },
  {
    operation: 'group_member.create',
    method: 'POST',
    path: '/groups/devs/members',
    body: { id: 'ada', role: 'member' },
  },
  { operation: 'group_member.delete', method: 'DELETE', path: '/groups/devs/members/ada' },
  { operation: 'project.create', method: 'POST', path: '/projects', body: { id: 'demo', name: 'Demo' } },
  { operation: 'project.list', method: 'GET', path: '/projects?limit=2' },
  { operation: 'project.show', method: 'GET', path: project },
  { operation: 'project.update', method: 'PUT', path: project, body: { description: 'A first project' } },
  ...memberSteps('project_user', `${project}/project_users`, 'ada'),
  ...memberSteps('project_collaborator', `${project}/project_collaborators`, 'visitor'),
  ...memberSteps('project_group', `${project}/project_groups`, 'devs'),
  ...memberSteps('project_bot', `${project}/project_bots`, 'builder'),
  { operation: 'project_member.list', method: 'GET', path: `${project}/project_members` },
  { operation: 'project_member.show', method: 'GET', path: `${project}/project_members/admin` },
  { operation: 'subscriber.subscribe', method: 'POST', path: `${project}/actions/subscribe` },
  { operation: 'subscriber.list', method: 'GET', path: `${project}/subscribers` },
  { operation: 'subscriber.show', method: 'GET', path: `${project}/subscribers/admin` },
  { operation: 'subscriber.unsubscribe', method: 'DELETE', path: `${project}/actions/unsubscribe` },
  {
    operation: 'notification_settings.update',
    method: 'PUT',
    path: '/account/settings/notifications',
    body: { email: [{ project: 'demo', interval: 'daily' }] },
  },
  { operation: 'notification_settings.show', method: 'GET', path: '/account/settings/notifications' },
  {
    operation: 'repository.create',
    method: 'POST',
    path: `${project}/repositories`,
    body: { id: 'code', type: 'git' },
    after: async (known, _, { pushed }) => {
      known.values.commit = await pushed('demo', 'code');
    },
  },
  { operation: 'repository.list', method: 'GET', path: `${project}/repositories` },
  { operation: 'repository.show', method: 'GET', path: `${repository}?expand=creator` },
  { operation: 'repository.update', method: 'PUT', path: repository, body: { description: 'The code' } },
  {
    operation: 'branch.create',
    method: 'POST',
    path: `${repository}/branches`,
    body: ({ values }) => ({ id: 'feature/x', commit: values.commit, protected: false }),
  },
  { operation: 'branch.list', method: 'GET', path: `${repository}/branches` },
  { operation: 'branch.show', method: 'GET', path: `${repository}/branches/feature%2Fx` },
  {
    operation: 'branch.update',
    method: 'PUT',
    path: `${repository}/branches/main`,
    body: { protected: true },
  },
  { operation: 'branch.delete', method: 'DELETE', path: `${repository}/branches/feature%2Fx` },
  {
    operation: 'tag.create',
    method: 'POST',
    path: `${repository}/tags`,
    body: ({ values }) => ({ id: 'v1.0', commit: values.commit, message: 'The first release' }),
  },
  { operation: 'tag.list', method: 'GET', path: `${repository}/tags` },
  { operation: 'tag.show', method: 'GET', path: `${repository}/tags/v1.0` },
  { operation: 'tag.delete', method: 'DELETE', path: `${repository}/tags/v1.0` },
  { operation: 'commit.list', method: 'GET', path: `${repository}/commits?path=README.md` },
  { operation: 'commit.show', method: 'GET', path: `${repository}/commits/main` },
  { operation: 'commit.history', method: 'GET', path: `${repository}/commits/main/history` },
  { operation: 'commit.history_of', method: 'GET', path: `${repository}/commits/main/history/README.md` },
  { operation: 'commit.future', method: 'GET', path: `${repository}/commits/main/future` },
  { operation: 'commit.future_of', method: 'GET', path: `${repository}/commits/main/future/README.md` },
  {
    operation: 'commit.compare',
    method: 'GET',
    path: ({ values }) => `${repository}/compare/commits/${values.commit}...main`,
  },
  { operation: 'changeset.of_commit', method: 'GET', path: `${repository}/commits/main/changesets` },
  {
    operation: 'changeset.compare',
    method: 'GET',
    path: ({ values }) => `${repository}/compare/changesets/${values.commit}...main`,
  },
  { operation: 'tree_entry.root', method: 'GET', path: `${repository}/commits/main/tree` },
  { operation: 'tree_entry.below', method: 'GET', path: `${repository}/commits/main/tree/docs` },
  { operation: 'tree_entry.raw', method: 'GET', path: `${repository}/commits/main/files/README.md` },
  { operation: 'tree_entry.files', method: 'GET', path: `${repository}/commits/main/files` },
  { operation: 'repository.delete', method: 'DELETE', path: repository },
  { operation: 'project.delete', method: 'DELETE', path: project },
  { operation: 'group.delete', method: 'DELETE', path: '/groups/devs' },
  { operation: 'bot.delete', method: 'DELETE', path: '/bots/builder' },
  { operation: 'collaborator.delete', method: 'DELETE', path: '/collaborators/visitor' },
  { operation: 'user.delete', method: 'DELETE', path: '/users/ada' },
  {
    operation: 'audit_event.list',
    method: 'GET',
    path: '/audit_events?operation=project_user.create&limit=1',
    after: (known, { results }) => keep('event')(known, (results as Record<string, unknown>[])[0]),
  },
  { operation: 'audit_event.show', method: 'GET', path: ({ values }) => `/audit_events/${values.event}` },
];
