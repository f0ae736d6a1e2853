import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { authorization, must, type Answer } from '../clients/api.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { home } from '../system.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

const mebibyte = 1 << 20;
const most = 32 * mebibyte;

describe('Commits with large bodies', () => {
  let admin: Person;
  let people: Person[];
  let project: ProjectAt;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    people = [admin, await newMember(admin, project, 'developer')];
  });

  const make = (person: Person, { path }: RepositoryAt, body: object, key?: string): Promise<Answer> => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return person.api.post(`${path}/commits`, { branch: 'main', message: 'm', ...body }, { headers });
  };
  const address = ({ path }: RepositoryAt, name: string): string =>
    new URL(`${admin.base}${path}/commits/main/files/${name}`).href;
  const read = async (at: RepositoryAt, name: string): Promise<Buffer> => {
    const headers = { authorization: authorization(admin.keys) };
    return Buffer.from(await (await fetch(address(at, name), { headers })).arrayBuffer());
  };
  /** Once nothing lies at the node any more. */
  const nothingIsLeft = async (): Promise<void> => {
    while ((await readdir(join(home, 'data/repository/staged'))).length > 0) await sleep(20);
  };
  /** The head of a request with such a body, and what follows it. */
  const begun = async (
    person: Person,
    { path }: RepositoryAt,
    framing: Record<string, string>,
    rest = '',
  ) => {
    const connection = await RawConnection.open();
    const headers = {
      Authorization: authorization(person.keys),
      'Content-Type': 'application/json',
      ...framing,
    };
    return connection.send(head('POST', `/api${path}/commits`, headers) + rest);
  };

  it('of two accounts at once are made, and what was sent is read back', async () => {
    const bytes = randomBytes(22 * mebibyte);
    const text = 'Zeile "ü" \\ 😀\n';
    const bodies = [
      { modified: [{ path: 'bytes', content: bytes.toString('base64'), encoding: 'base64' }] },
      {
        modified: Array.from({ length: 20_000 }, (_, at) => ({
          path: `d${at % 50}/f${at}`,
          content: at + text.repeat(60),
        })),
      },
    ];
    const places = await Promise.all(people.map(() => newRepository(admin, project)));
    const made = await Promise.all(
      people.map((person, at) => must(make(person, places[at], bodies[at], 'once'), 201)),
    );
    expect((await read(places[0], 'bytes')).equals(bytes)).toBe(true);
    for (const at of [0, 7_777, 19_999])
      expect((await read(places[1], `d${at % 50}/f${at}`)).toString()).toBe(at + text.repeat(60));
    const again = await make(people[0], places[0], bodies[0], 'once');
    expect([again.status, again.body.id]).toEqual([201, made[0].id]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await make(people[0], places[0], bodies[1], 'once')).body.api_errors).toEqual({
      idempotency_key: { invalid: true },
    });
    const wrong = { ...bodies[0], email: 'x', deleted: ['../x'] };
    expect((await make(people[0], places[0], wrong)).body.api_errors).toEqual({
      ...{ email: { invalid: true }, parent: { empty: true }, deleted: { invalid: true } },
    });
    await nothingIsLeft();
  });

  it('are refused before they are read, and what is too large where that shows', async () => {
    const place = await newRepository(admin, project);
    const waits = { 'Content-Length': String(most), Expect: '100-continue' };
    const [stranger, guest] = [await newUser(admin), await newMember(admin, project, 'guest')];
    const statusOf = async (person: Person, framing: Record<string, string>, at = place): Promise<number> => {
      const connection = await begun(person, at, framing);
      const { status } = await connection.read();
      connection.cut();
      return status;
    };
    expect(await statusOf(stranger, waits)).toBe(404);
    expect(await statusOf(guest, waits)).toBe(403);
    expect(await statusOf(admin, { ...waits, Authorization: 'x' })).toBe(401);
    expect(await statusOf(admin, { ...waits, 'Content-Type': 'text/plain' })).toBe(415);
    expect(await statusOf(admin, { ...waits, 'Content-Length': String(most + 1) })).toBe(413);
    expect(await statusOf(admin, waits)).toBe(100);
    const chunked = await begun(admin, place, { 'Transfer-Encoding': 'chunked' });
    const piece = Buffer.concat([
      Buffer.from('100000\r\n'),
      Buffer.alloc(mebibyte, ' '),
      Buffer.from('\r\n'),
    ]);
    for (let sent = 0; sent <= most; sent += mebibyte) chunked.send(piece);
    const { status, body } = await chunked.read();
    expect([status, (JSON.parse(body) as { api_status: number }).api_status]).toEqual([413, 413]);
    chunked.cut();
    await must(admin.api.delete(place.path));
    const path = `${project.path}/repositories/${place.uuid}`;
    expect(await statusOf(admin, waits, { ...place, path })).toBe(422);
  });

  it('that break off leave nothing', async () => {
    const place = await newRepository(admin, project);
    const sent = `{"branch":"main","message":"m","modified":[{"path":"a","content":"${'x'.repeat(3 * mebibyte)}`;
    const connection = await begun(people[1], place, { 'Content-Length': String(most) }, sent);
    while ((await readdir(join(home, 'data/repository/staged'))).length === 0) await sleep(20);
    connection.cut();
    await nothingIsLeft();
    expect((await must(admin.api.get(`${place.path}/branches`))).results).toEqual([]);
  });
});
