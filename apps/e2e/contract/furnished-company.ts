import { WorkingCopy } from '../clients/git.js';
import { must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { scratch, unique } from '../scratch.js';
import { servedOperations } from './document.js';
import { newCompany, newProject, newRepository, newUser, type Person } from '../world.js';

/** A company with one object of every type, and the path of each. */
export interface FurnishedCompany {
  admin: Person;
  /**
   * A template of the contract with its parameters filled in, and the query that it cannot do without; undefined for
   * what cannot be addressed again.
   */
  path(template: string): string | undefined;
  /** A valid body of an operation that creates, by path template; each call another one. */
  body(template: string): Record<string, unknown>;
}

export const furnishedCompany = async (): Promise<FurnishedCompany> => {
  const admin = await newCompany();
  const { api } = admin;
  const user = await newUser(admin);
  const other = await newUser(admin);
  const make = async (collection: string): Promise<string> => {
    const id = unique(collection);
    await must(api.post(`/${collection}`, { id, name: id, email: `${id}@example.org` }), 201);
    return id;
  };
  const [visitor, bot, group] = [await make('collaborators'), await make('bots'), await make('groups')];
  // Not linked to the project yet.
  const spare: Record<string, string> = {
    project_users: other.id,
    project_collaborators: await make('collaborators'),
    project_groups: await make('groups'),
    project_bots: await make('bots'),
    members: other.id,
  };
  await must(api.post(`/groups/${group}/members`, { id: user.id, role: 'member' }), 201);
  const project = await newProject(admin);
  for (const [collection, id] of [
    ['project_users', user.id],
    ['project_collaborators', visitor],
    ['project_groups', group],
    ['project_bots', bot],
  ]) {
    await must(api.post(`${project.path}/${collection}`, { id, role: 'guest' }), 201);
  }
  await must(api.post(`${project.path}/actions/subscribe`), 201);
  const repository = await newRepository(admin, project);
  const copy = await WorkingCopy.make(await scratch());
  await copy.commit('a', 'a');
  const commit = await copy.commit('docs/b', 'b');
  await copy.push(admin.in(repository.url), 'HEAD:refs/heads/main', 'HEAD:refs/heads/topic');
  const jars = await newRepository(admin, project, 'maven');
  await ask('PUT', `${jars.url}/docs/a`, admin, { body: 'a' });
  const ssh = await must(
    api.post('/account/ssh_keys', {
      title: 'one',
      content: `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK8Go+MpFxTk81bBnJsVzRlR7G5mYqp3vgdUfyiTgzQd x`,
    }),
    201,
  );
  const ofBot = await must(
    api.post(`/bots/${bot}/ssh_keys`, {
      title: 'one',
      content: `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIC3wQSXwAVr7R86FOu+HcglP+UmMFMsbnhKXPCkn2g+m x`,
    }),
    201,
  );
  const sessions = await must(api.get('/account/sessions'));
  const audited = await must(api.get('/audit_events'));

  const ids: Record<string, string> = {
    '/account/sessions/{id}': sessions.results[0].id,
    '/account/ssh_keys/{id}': ssh.id,
    '/account/password_recoveries/{token}': '0'.repeat(64),
    '/audit_events/{id}': audited.results[0].id,
    '/users/{id}': user.id,
    '/collaborators/{id}': visitor,
    '/bots/{id}': bot,
    '/groups/{group_id}/members/{id}': user.id,
    '/groups/{group_id}/member/{id}': user.id,
    '/projects/{project_id}/project_users/{id}': user.id,
    '/projects/{project_id}/project_collaborators/{id}': visitor,
    '/projects/{project_id}/project_groups/{id}': group,
    '/projects/{project_id}/project_bots/{id}': bot,
    '/projects/{project_id}/project_members/{id}': user.id,
    '/projects/{project_id}/subscribers/{id}': admin.id,
    '/projects/{project_id}/repositories/{repository_id}/branches/{id}': 'topic',
    '/projects/{project_id}/repositories/{repository_id}/artifacts/{id}': 'docs/a',
  };
  const scopes: Record<string, string> = {
    project_id: project.id,
    group_id: group,
    key_id: ofBot.id,
    repository_id: repository.id,
    commit_id: 'topic',
    path: 'docs',
    range: 'main...topic',
  };
  /** What stands for a parameter of a path; a file where one is asked for, and a repository that has artifacts. */
  const scopeOf = (template: string, name: string): string | undefined => {
    if (/\/(files|blame)\/\{path\}$/.test(template) && name === 'path') return 'a';
    return template.includes('/artifacts') && name === 'repository_id' ? jars.id : scopes[name];
  };

  const addressOf = (template: string, own: string): string =>
    template.replace(/\{([a-z_]+)\}/g, (_, name: string) =>
      encodeURIComponent(scopeOf(template, name) ?? own),
    ) + (template.endsWith('/search') ? '?search_term=b' : '');
  const bodyFor = (template: string): Record<string, unknown> => {
    const id = unique('new');
    if (/\/(branches|tags)$/.test(template)) return { id, commit };
    if (template.endsWith('/protected_branches')) return { pattern: `${id}/*` };
    if (template.endsWith('/commits'))
      return { branch: id, parent: 'main', message: id, modified: [{ path: id, content: '' }] };
    if (template.endsWith('/repositories')) return { id, type: 'git' };
    if (template.endsWith('/ssh_keys')) return { title: id, content: 'ssh-ed25519 AAAA' };
    const link = spare[template.slice(template.lastIndexOf('/') + 1)];
    if (link) return { id: link, role: template.endsWith('/members') ? 'member' : 'guest' };
    return { id, name: id, email: `${id}@example.org` };
  };

  // One of each other type that is made by an id: a new object needs no line here.
  const served = await servedOperations();
  for (const { method, path } of served) {
    const one = `${path}/{id}`;
    const isMade = method === 'POST' && served.some((each) => each.path === one) && !Object.hasOwn(ids, one);
    if (isMade) ids[one] = (await must(api.post(addressOf(path, ''), bodyFor(path)), 201)).id;
  }

  return {
    admin,
    path: (template) => {
      const prefix = /^.*\{(?:id|token)\}/.exec(template)?.[0];
      const own = prefix === undefined ? '' : ids[prefix];
      return own === undefined ? undefined : addressOf(template, own);
    },
    body: bodyFor,
  };
};
