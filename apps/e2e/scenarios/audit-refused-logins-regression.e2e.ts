import { Api, must, type ApiObject } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { newCompany, newProject, newRepository, newUser, type Person } from '../world.js';

interface Refused extends ApiObject {
  account: null;
  target: { type: string; id: string; uuid?: string };
  address: string;
  detail: { count: number; last_at: string };
}

const refusals = async (admin: Person): Promise<Refused[]> => {
  const { results } = await must(admin.api.get('/audit_events?operation=session.create'), 200);
  return (results as (Refused & { outcome: string })[]).filter(({ outcome }) => outcome === 'refused');
};

const login = async (company: string, name: string, password: string): Promise<number> =>
  (await new Api().post('/account/sessions', { company, login: name, password })).status;

describe('Refused logins', () => {
  it('are one counted event for a login and address, whatever is sent', async () => {
    const admin = await newCompany();
    const user = await newUser(admin);
    for (let count = 0; count < 13; count += 1)
      expect([401, 429]).toContain(await login(admin.company, user.id, `Wrong${count}Knots`));
    const secret = 'Typed1IntoTheWrongField';
    expect(await login(admin.company, secret, 'Wrong1Knots')).toBe(401);
    expect(await login(admin.company, 'nobody-of-that-name', 'Wrong1Knots')).toBe(401);
    expect(await login('no-such-company', 'admin', 'Wrong1Knots')).toBe(401);

    const counted = await refusals(admin);
    expect(counted).toHaveLength(2);
    const known = counted.find(({ target }) => target.type === 'user');
    const unknown = counted.find(({ target }) => target.type === 'account');
    expect(known).toMatchObject({
      account: null,
      target: { type: 'user', id: user.id },
      address: '127.0.0.1',
      detail: { count: 13 },
    });
    expect(unknown).toMatchObject({ target: { id: '' }, detail: { count: 2 } });
    const all = JSON.stringify((await must(admin.api.get('/audit_events'), 200)).results);
    for (const text of [secret, 'nobody-of-that-name', 'Wrong1Knots']) expect(all).not.toContain(text);
  });

  it('count at the doors of git and artifacts as well', async () => {
    const admin = await newCompany();
    const user = await newUser(admin);
    const maven = await newRepository(admin, await newProject(admin), 'maven');
    const basic = `Basic ${Buffer.from(`${user.id}:Wrong1Knots`).toString('base64')}`;
    for (let count = 0; count < 3; count += 1)
      expect((await ask('GET', `${maven.url}/`, { basic })).status).toBe(401);
    const [event, ...others] = await refusals(admin);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ target: { id: user.id }, detail: { count: 3 } });
  });
});
