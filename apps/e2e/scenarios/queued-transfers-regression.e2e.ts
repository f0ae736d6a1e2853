import { setTimeout as sleep } from 'node:timers/promises';
import { must, type Answer } from '../clients/api.js';
import { ask, pathOf } from '../clients/door.js';
import { head, RawConnection, type RawAnswer } from '../clients/raw-socket.js';
import { SecondGateway } from '../clients/second-gateway.js';
import { companyAdmin, newMember, newProject, newRepository, type Person, type ProjectAt } from '../world.js';

/** Between the beginning of a request and its answer a right may end: while it waits for a slot, or is sent slowly. */
describe('A transfer that waits for its turn', () => {
  let admin: Person;
  let gateway: SecondGateway;

  beforeAll(async () => {
    admin = await companyAdmin();
    gateway = await SecondGateway.start({ HOLDFAST_UPLOADS: '4', HOLDFAST_FETCHES: '4' });
  });
  afterAll(() => gateway.stop());

  const ends: [string, number, (person: Person, project: ProjectAt) => Promise<Answer>][] = [
    [
      'a role that is removed',
      403,
      (person, { path }) => admin.api.delete(`${path}/project_users/${person.id}`),
    ],
    ['an account that is deactivated', 401, (person) => admin.api.delete(`/users/${person.id}`)],
  ];

  /** Sends what has to wait behind something of the same account, and lets it begin long after `end`. */
  const queued = async (before: string, waiting: string, end: () => Promise<unknown>): Promise<RawAnswer> => {
    const first = (await RawConnection.open(gateway.siteUrl)).send(before);
    await sleep(500);
    const second = (await RawConnection.open(gateway.siteUrl)).send(waiting);
    await sleep(500);
    await end();
    await sleep(2_500);
    first.cut();
    const answer = await second.read();
    second.cut();
    return answer;
  };

  it.each(ends)('does not store a file with %s meanwhile (%i)', async (_what, status, end) => {
    const project = await newProject(admin, { visibility: 'company' });
    const person = await newMember(admin, project, 'developer');
    const { url } = await newRepository(admin, project, 'maven');
    const put = (name: string, length: number): string =>
      head('PUT', `${pathOf(url)}/org/example/a/1/${name}`, {
        Authorization: person.basic,
        'Content-Length': String(length),
      });
    const answer = await queued(`${put('slow.txt', 1_000_000)}x`, `${put('a.txt', 5)}hello`, () =>
      must(end(person, project)),
    );
    expect(answer.status).toBe(status);
    expect((await ask('GET', `${url}/org/example/a/1/a.txt`, admin)).status).toBe(404);
  });

  it('does not fetch from where its role has ended meanwhile', async () => {
    const project = await newProject(admin);
    const person = await newMember(admin, project, 'guest');
    const { url } = await newRepository(admin, project);
    const headers = { Authorization: person.basic };
    const slow = head('POST', `${pathOf(url)}/git-upload-pack`, {
      ...headers,
      'Content-Type': 'application/x-git-upload-pack-request',
      'Content-Length': '90000',
    });
    const list = head('GET', `${pathOf(url)}/info/refs?service=git-upload-pack`, headers);
    const answer = await queued(`${slow}00`, list, () =>
      must(admin.api.delete(`${project.path}/project_users/${person.id}`)),
    );
    expect(answer.status).toBe(404);
  });

  it('does not fetch what was asked for before its role ended, and sent to the end after it', async () => {
    const project = await newProject(admin);
    const person = await newMember(admin, project, 'guest');
    const { url } = await newRepository(admin, project);
    const asked = '0014command=ls-refs\n00010000';
    const connection = (await RawConnection.open()).send(
      head('POST', `${pathOf(url)}/git-upload-pack`, {
        Authorization: person.basic,
        'Git-Protocol': 'version=2',
        'Content-Type': 'application/x-git-upload-pack-request',
        'Content-Length': String(asked.length),
      }) + asked.slice(0, 10),
    );
    await sleep(500);
    await must(admin.api.delete(`${project.path}/project_users/${person.id}`));
    await sleep(1_500);
    const answer = await connection.send(asked.slice(10)).read();
    connection.cut();
    // The gateway may have heard of it before the storage node has asked.
    const reason = expect.stringMatching(/^no such repository, or not visible to you( any more)?$/) as string;
    expect([answer.status, answer.reason]).toEqual([404, reason]);
  });
});
