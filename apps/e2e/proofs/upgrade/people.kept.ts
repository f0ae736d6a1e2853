import { Api, must, type ApiObject } from '../../clients/api.js';
import { giveRole, newProject, newUser, type Person, type ProjectAt } from '../../world.js';
import type { Kept } from './kept.js';

const laptop =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK8Go+MpFxTk81bBnJsVzRlR7G5mYqp3vgdUfyiTgzQd ada@example.org';

/** What of an object an upgrade may not change; the timestamp is of the answer. */
const lasting = (shown: ApiObject): object => ({ ...shown, api_timestamp: undefined });

export const logins = (): Kept => {
  let person: Person;
  return {
    what: 'keeps passwords and sessions',
    made: async ({ admin }) => {
      person = await newUser(admin, { first_name: 'Ada', last_name: 'Lovelace' });
    },
    holds: async ({ installation, admin }) => {
      for (const { api } of [admin, person]) await must(api.get('/projects'), 200);
      const again = await installation.login(person.id, person.password);
      expect(again.keys.company_key).toBe(person.keys.company_key);
      const account = await must(again.api.get(`/users/${person.id}`));
      expect(account).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' });
      const wrong = { company: person.company, login: person.id, password: 'Wrong4Password' };
      expect((await new Api(undefined, person.base).post('/account/sessions', wrong)).status).toBe(401);
    },
  };
};

export const keys = (): Kept => {
  let bot: Api;
  let person: Person;
  let project: ProjectAt;
  let title: ApiObject;
  return {
    what: "keeps bots' keys and people's SSH keys",
    made: async ({ admin }) => {
      project = await newProject(admin);
      const made = await must(admin.api.post('/bots', { id: 'builder' }), 201);
      await must(admin.api.post(`${project.path}/project_bots`, { id: 'builder', role: 'developer' }), 201);
      bot = new Api(
        { company_key: admin.keys.company_key, account_key: made.account_key as string },
        admin.base,
      );
      person = await newUser(admin);
      title = await must(person.api.post('/account/ssh_keys', { title: 'laptop', content: laptop }), 201);
    },
    holds: async () => {
      expect((await must(bot.get(project.path))).id).toBe(project.id);
      expect(await must(person.api.get(`/account/ssh_keys/${title.id}`))).toMatchObject({
        title: 'laptop',
        uuid: title.uuid,
      });
    },
  };
};

export const roles = (): Kept => {
  let project: ProjectAt;
  let guest: Person;
  let member: Person;
  let stranger: Person;
  return {
    what: 'keeps groups and the roles in projects',
    made: async ({ admin }) => {
      project = await newProject(admin, { description: 'A project to keep' });
      [guest, member, stranger] = [await newUser(admin), await newUser(admin), await newUser(admin)];
      await giveRole(admin, project, guest, 'guest');
      await must(admin.api.post('/groups', { id: 'devs', name: 'Developers' }), 201);
      await must(admin.api.post('/groups/devs/members', { id: member.id, role: 'member' }), 201);
      await must(admin.api.post(`${project.path}/project_groups`, { id: 'devs', role: 'admin' }), 201);
    },
    holds: async () => {
      expect((await must(guest.api.get(project.path))).description).toBe('A project to keep');
      expect((await guest.api.put(project.path, { description: 'Mine' })).status).toBe(403);
      await must(member.api.put(project.path, { description: 'Ours' }));
      expect((await stranger.api.get(project.path)).status).toBe(404);
    },
  };
};

export const deactivated = (): Kept => {
  let gone: Person;
  let project: ProjectAt;
  let shown: object[];
  const old = async ({ api }: Person): Promise<object[]> => {
    const answers = [api.get('/users?active=false'), api.get('/projects?active=false')];
    return (await Promise.all(answers.map((answer) => must(answer)))).map(({ results }) =>
      results.map(lasting),
    );
  };
  return {
    what: 'keeps what is deactivated, and keeps it so',
    made: async ({ admin }) => {
      gone = await newUser(admin);
      project = await newProject(admin);
      await must(admin.api.delete(`/users/${gone.id}`));
      await must(admin.api.delete(project.path));
      shown = await old(admin);
    },
    holds: async ({ admin }) => {
      expect(await old(admin)).toMatchObject(shown);
      expect((await gone.api.get('/projects')).status).toBe(401);
      expect((await admin.api.post('/projects', { id: project.id, name: 'Free again' })).status).toBe(201);
    },
  };
};

export const companies = (): Kept => {
  let other: Person;
  return {
    what: 'keeps companies apart',
    made: async ({ installation, tree }) => {
      const made = JSON.parse(
        await installation.command(tree, 'holdfast', 'company', 'create', 'beta', '--json'),
      ) as {
        login: string;
        password: string;
      };
      other = await installation.login(made.login, made.password, 'beta');
      await must(other.api.post('/projects', { id: 'secret', name: 'Secret' }), 201);
    },
    holds: async ({ admin }) => {
      expect((await must(other.api.get('/projects/secret'))).name).toBe('Secret');
      expect((await admin.api.get('/projects/secret')).status).toBe(404);
    },
  };
};

/** Ids in the form of a uuid were possible once; their objects were renamed, so that a uuid names one object only. */
export const idsLikeUuids = (): Kept => {
  let project: ApiObject;
  let namesake: ApiObject;
  return {
    what: 'keeps a project whose id was the uuid of another, under another id',
    made: async ({ admin: { api } }) => {
      project = await must(api.post('/projects', { id: 'original', name: 'Original' }), 201);
      namesake = await must(api.post('/projects', { id: project.uuid, name: 'Namesake' }), 201);
    },
    holds: async ({ admin: { api } }) => {
      expect((await must(api.get(`/projects/${project.uuid}`))).name).toBe('Original');
      const renamed = await must(api.get(`/projects/${namesake.uuid}`));
      expect([renamed.name, renamed.id]).toEqual(['Namesake', `${project.uuid}-1`]);
    },
  };
};
