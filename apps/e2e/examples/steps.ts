import { contentSteps } from './content-steps.js';
import { keep, memberSteps, type Known, type Body, type Step } from './step.js';

const key =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK8Go+MpFxTk81bBnJsVzRlR7G5mYqp3vgdUfyiTgzQd ada@example.org';
const keyOfBot =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKf236+POLibqM5km1lPkeTQH9xX+clJPfQ7XlCpmHNn builder@example.org';
const project = '/projects/demo';
const repository = `${project}/repositories/code`;
const jars = `${project}/repositories/jars`;
const jar = 'com/acme/lib/1.0/lib-1.0.jar';

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
  {
    operation: 'ssh_key.create_of_bot',
    method: 'POST',
    path: '/bots/builder/ssh_keys',
    body: { title: 'deploy', content: keyOfBot },
    after: keep('botKey'),
  },
  { operation: 'ssh_key.list_of_bot', method: 'GET', path: '/bots/builder/ssh_keys' },
  {
    operation: 'ssh_key.show_of_bot',
    method: 'GET',
    path: ({ values }) => `/bots/builder/ssh_keys/${values.botKey}`,
  },
  {
    operation: 'ssh_key.update_of_bot',
    method: 'PUT',
    path: ({ values }) => `/bots/builder/ssh_keys/${values.botKey}`,
    body: { title: 'production' },
  },
  {
    operation: 'ssh_key.delete_of_bot',
    method: 'DELETE',
    path: ({ values }) => `/bots/builder/ssh_keys/${values.botKey}`,
  },
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
    after: async (known, _, { pushed, deployed }) => {
      known.values.commit = await pushed('demo', 'code');
      await deployed('demo', 'jars', jar);
    },
  },
  { operation: 'repository.list', method: 'GET', path: `${project}/repositories` },
  { operation: 'repository.show', method: 'GET', path: `${repository}?expand=creator` },
  { operation: 'repository.update', method: 'PUT', path: repository, body: { description: 'The code' } },
  {
    operation: 'repository.fork',
    method: 'POST',
    path: `${repository}/actions/fork`,
    body: { project: 'demo', id: 'code-of-ada' },
  },
  ...contentSteps(repository),
  { operation: 'artifact.list', method: 'GET', path: `${jars}/artifacts?search_term=acme/lib` },
  { operation: 'artifact.show', method: 'GET', path: `${jars}/artifacts/${jar}` },
  {
    operation: 'repository.create',
    method: 'POST',
    path: `${project}/repositories`,
    body: { id: 'copy', type: 'git' },
  },
  {
    operation: 'repository.import',
    method: 'POST',
    path: `${project}/repositories/copy/actions/import`,
    body: { url: 'https://git.example.org/code.git', username: 'ada', password: 'a token' },
  },
  {
    operation: 'repository.stop_import',
    method: 'DELETE',
    path: `${project}/repositories/copy/actions/import`,
  },
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
