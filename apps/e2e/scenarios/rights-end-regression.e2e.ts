import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must, type Answer } from '../clients/api.js';
import { ask, pathOf } from '../clients/door.js';
import { remoteRefs, WorkingCopy } from '../clients/git.js';
import { creation, pushBody } from '../clients/raw-push.js';
import { head, RawConnection, type RawAnswer } from '../clients/raw-socket.js';
import { scratch, unique } from '../scratch.js';
import {
  companyAdmin,
  giveRole,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

describe('What was opened with a right and finished after its end', () => {
  let admin: Person;
  let copy: WorkingCopy;
  let tip: string;
  let pack: Buffer;

  beforeAll(async () => {
    admin = await companyAdmin();
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    tip = await copy.commit('one.txt', 'one');
    pack = await packOf(copy);
  });

  type Basic = Pick<Person, 'basic'>;
  type At = { project: ProjectAt; repository: RepositoryAt };

  /** Sends a request of which half the body has come when `meanwhile` runs. */
  const halfway = async (
    who: Basic,
    method: string,
    url: string,
    body: Buffer,
    meanwhile: () => Promise<unknown>,
  ): Promise<RawAnswer> => {
    const connection = await RawConnection.open();
    const headers = {
      Authorization: who.basic,
      'Content-Length': String(body.length),
      'Content-Type': 'application/x-git-receive-pack-request',
      Expect: '100-continue',
    };
    connection.send(head(method, pathOf(url), headers));
    expect((await connection.read()).status).toBe(100);
    const middle = Math.floor(body.length / 2);
    connection.send(body.subarray(0, middle));
    await meanwhile();
    const answer = await connection.send(body.subarray(middle)).read();
    connection.cut();
    return answer;
  };

  const ends: [string, number, (person: Person, at: At) => Promise<Answer>][] = [
    [
      'a role that is removed',
      403,
      (person, at) => admin.api.delete(`${at.project.path}/project_users/${person.id}`),
    ],
    ['an account that is deactivated', 401, (person) => admin.api.delete(`/users/${person.id}`)],
    [
      'a password that is changed',
      401,
      (person) => admin.api.put(`/users/${person.id}`, { password: 'Another4Knots' }),
    ],
    ['a repository that is deactivated', 403, (_person, at) => admin.api.delete(at.repository.path)],
    ['a project that is deactivated', 403, (_person, at) => admin.api.delete(at.project.path)],
  ];

  const place = async (type: 'git' | 'maven'): Promise<At & { person: Person }> => {
    const own = await newProject(admin);
    const person = await newMember(admin, own, 'developer');
    return { project: own, person, repository: await newRepository(admin, own, type) };
  };

  describe('an upload', () => {
    it.each(ends)('is not stored with %s (%i)', async (_what, status, end) => {
      const { person, ...at } = await place('maven');
      const uuid = (await must(admin.api.get(at.project.path))).uuid;
      const url = `${at.repository.url}/com/acme/a/1/a-1.jar`;
      const answer = await halfway(person, 'PUT', url, Buffer.alloc(1000, 'x'), async () => {
        await must(end(person, at));
      });
      expect([answer.status, answer.reason]).toEqual([status, answer.body]);
      expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Basic realm="Holdfast"' : undefined);
      const there = url.replace(
        /\/projects\/.*\/com\//,
        `/projects/${uuid}/repositories/maven/${at.repository.uuid}/com/`,
      );
      expect((await ask('GET', there, admin)).status).toBe(404);
    });

    it('is stored when only others have lost something', async () => {
      const { person, ...at } = await place('maven');
      const other = await newMember(admin, at.project, 'developer');
      const url = `${at.repository.url}/com/acme/a/1/a-1.jar`;
      const answer = await halfway(person, 'PUT', url, Buffer.alloc(1000, 'x'), () =>
        must(admin.api.delete(`${at.project.path}/project_users/${other.id}`)),
      );
      expect(answer.status).toBe(201);
    });
  });

  describe('a push', () => {
    const push = (who: Basic, { repository }: At, meanwhile: () => Promise<unknown>): Promise<RawAnswer> =>
      halfway(who, 'POST', `${repository.url}/git-receive-pack`, pushOf(tip, pack), meanwhile);
    const branches = async ({ repository }: At): Promise<string[]> =>
      Object.keys(await remoteRefs(copy.directory, admin.in(repository.url)));

    it.each(ends.slice(0, 4))('does not land with %s', async (_what, _status, end) => {
      const { person, ...at } = await place('git');
      const uuid = (await must(admin.api.get(at.project.path))).uuid;
      const { body } = await push(person, at, () => must(end(person, at)));
      expect(body).toContain('ng refs/heads/topic');
      const url = admin.in(
        at.repository.url.replace(
          /\/projects\/.*$/,
          `/projects/${uuid}/repositories/git/${at.repository.uuid}`,
        ),
      );
      expect(await remoteRefs(copy.directory, url)).toEqual({});
    });

    it('does not land with a bot key that is replaced', async () => {
      const at = await place('git');
      const id = unique('bot');
      const { account_key: key } = await must(admin.api.post('/bots', { id }), 201);
      await must(admin.api.post(`${at.project.path}/project_bots`, { id, role: 'developer' }), 201);
      const bot = { basic: `Basic ${Buffer.from(`${id}:${String(key)}`).toString('base64')}` };
      const { body } = await push(bot, at, () => must(admin.api.post(`/bots/${id}/actions/replace_key`)));
      expect(body).toContain('ng refs/heads/topic');
      expect(await branches(at)).toEqual([]);
    });

    it('lands when nothing has ended', async () => {
      const { person, ...at } = await place('git');
      const { body } = await push(person, at, async () => {
        await giveRole(admin, at.project, await newUser(admin), 'guest');
      });
      expect(body).toContain('ok refs/heads/topic');
      expect(await branches(at)).toEqual(['refs/heads/topic']);
    });
  });
});

/** All objects of the working copy as a pack. */
const packOf = async (copy: WorkingCopy): Promise<Buffer> => {
  await copy.must('repack', '-a', '-d', '-q');
  const [, name] =
    /^P (pack-.*\.pack)$/m.exec(await readFile(join(copy.directory, '.git/objects/info/packs'), 'utf8')) ??
    [];
  return readFile(join(copy.directory, '.git/objects/pack', name));
};

/** The body of a push that creates the branch `topic`. */
const pushOf = (commit: string, pack: Buffer): Buffer =>
  pushBody([creation('refs/heads/topic', commit, '\0report-status\n')], pack);
