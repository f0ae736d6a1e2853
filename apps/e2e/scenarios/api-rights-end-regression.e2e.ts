import { setTimeout as sleep } from 'node:timers/promises';
import { must, type Answer } from '../clients/api.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { unique } from '../scratch.js';
import { companyAdmin, newMember, newProject, newUser, type Person } from '../world.js';

describe('A request of the API that was opened with a right and finished after its end', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await companyAdmin();
  });

  /** Sends a request of which all but the last byte has come when `meanwhile` runs. */
  const halfway = async (
    { keys }: Person,
    path: string,
    sent: object,
    meanwhile: () => Promise<unknown>,
    method = 'POST',
  ): Promise<number> => {
    const body = JSON.stringify(sent);
    const connection = await RawConnection.open();
    const headers = {
      Authorization: `svc.company_key="${keys.company_key}",account_key="${keys.account_key}"`,
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    };
    connection.send(head(method, `/api${path}`, headers) + body.slice(0, -1));
    await sleep(300);
    await meanwhile();
    const { status } = await connection.send(body.slice(-1)).read();
    connection.cut();
    return status;
  };
  const anotherAdmin = () => {
    const id = unique('user');
    return { id, email: `${id}@example.org`, password: 'Sturdy4Knots', company_admin: true };
  };

  const ends: [string, number, (person: Person) => Promise<Answer>][] = [
    ['is deactivated', 401, ({ id }) => admin.api.delete(`/users/${id}`)],
    ['has another password', 401, ({ id }) => admin.api.put(`/users/${id}`, { password: 'Another4Knots' })],
    ['is demoted', 403, ({ id }) => admin.api.put(`/users/${id}`, { company_admin: false })],
  ];
  it.each(ends)('by an admin who %s makes nobody an admin (%i)', async (_what, status, end) => {
    const person = await newUser(admin, { company_admin: true });
    const made = anotherAdmin();
    expect(await halfway(person, '/users', made, () => must(end(person)))).toBe(status);
    expect((await admin.api.get(`/users/${made.id}`)).status).toBe(404);
  });

  it('grants nothing with a role that was removed', async () => {
    const project = await newProject(admin, { visibility: 'company' });
    const person = await newMember(admin, project, 'admin');
    const friend = await newUser(admin);
    const end = () => must(admin.api.delete(`${project.path}/project_users/${person.id}`));
    const grant = { id: friend.id, role: 'admin' };
    expect(await halfway(person, `${project.path}/project_users`, grant, end)).toBe(403);
  });

  it('stops in the middle of its batch', async () => {
    const person = await newUser(admin, { company_admin: true });
    const made = Array.from({ length: 60 }, anotherAdmin);
    const batch = person.api.post('/users', made);
    await sleep(500);
    await must(admin.api.delete(`/users/${person.id}`));
    const ended = Date.now();
    const { status, body } = await batch;
    expect(status).toBe(207);
    const statuses = (body.results as unknown as { api_status: number }[]).map((each) => each.api_status);
    expect(statuses.at(-1)).toBe(401);
    const last = made[statuses.lastIndexOf(201)];
    const shown = await must(admin.api.get(`/users/${last.id}`));
    expect(Date.parse(shown.created_at as string) - ended).toBeLessThan(1_000);
  });

  it('is done when nothing has ended', async () => {
    const person = await newUser(admin);
    const rename = { first_name: 'Ada' };
    expect(await halfway(person, '/users/me', rename, () => newUser(admin), 'PUT')).toBe(200);
  });
});
