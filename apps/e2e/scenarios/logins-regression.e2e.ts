/** @apart Makes all logins wait, and looks at what the log grows by. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Api, type Answer } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { unique } from '../scratch.js';
import { access, home } from '../system.js';
import { companyAdmin, newProject, newRepository, newUser, Person, type RepositoryAt } from '../world.js';

/** Tries to log in from an address of this machine, and answers the status and when to come again. */
const loginFrom = async (localAddress: string, body: object): Promise<[number, string | undefined]> => {
  const headers = { 'content-type': 'application/json' };
  const url = `${access.api_url}/account/sessions`;
  const request = http.request(url, { method: 'POST', localAddress, agent: false, headers });
  request.end(JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await text(response);
  return [response.statusCode ?? 0, response.headers['retry-after']];
};

describe('Logins', () => {
  let admin: Person;
  let person: Person;
  let repository: RepositoryAt;
  beforeAll(async () => {
    admin = await companyAdmin();
    person = await newUser(admin);
    repository = await newRepository(admin, await newProject(admin, { visibility: 'company' }));
  });

  const refs = (password = person.password): Promise<Response> => {
    const basic = `Basic ${Buffer.from(`${person.id}:${password}`).toString('base64')}`;
    return ask('GET', `${repository.url}/info/refs?service=git-upload-pack`, { basic });
  };
  const login = (body: object): Promise<Answer> =>
    new Api().post('/account/sessions', { company: person.company, ...body });

  it('of a flood wait behind those of others, are told when to come again, and fill no log', async () => {
    const logFile = join(home, 'log/holdfast.log');
    const before = statSync(logFile).size;
    let open = 500;
    const flood = Array.from({ length: open }, async () => {
      const sent = { company: person.company, login: unique('nobody'), password: 'Wrong4Password' };
      const answer = await loginFrom('127.0.7.1', sent);
      open -= 1;
      return answer;
    });
    await Promise.race(flood);
    await Person.login(person.company, person.id, person.password);
    expect((await refs()).status).toBe(200);
    expect(open).toBeGreaterThan(0);
    const answers = await Promise.all(flood);
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([401, 429]));
    for (const [status, again] of answers) expect(Number(again) > 0).toBe(status === 429);
    expect(statSync(logFile).size - before).toBeLessThan(20_000);
  });

  it('with one old password, however often a build repeats it, lock nobody out', async () => {
    for (let time = 0; time < 12; time += 1) {
      expect((await refs('Outdated1Password')).status).toBe(401);
      const { id } = person;
      expect((await login({ login: id, password: 'Outdated1Password' })).status).toBe(401);
    }
    expect((await refs()).status).toBe(200);
    await Person.login(person.company, person.id, person.password);
  });

  it('with keys that do not fit count like those with wrong passwords, at the doors where a key may stand', async () => {
    const someone = await newUser(admin);
    const key = someone.keys.account_key;
    const status = async (secret: string): Promise<number> => {
      const basic = `Basic ${Buffer.from(`${someone.id}:${secret}`).toString('base64')}`;
      return (await ask('GET', `${repository.url}/info/refs?service=git-upload-pack`, { basic })).status;
    };
    for (let time = 0; time < 20; time += 1) expect(await status('0'.repeat(32))).toBe(401);
    for (let time = 0; time < 11; time += 1) expect(await status(randomBytes(16).toString('hex'))).toBe(401);
    expect([await status(key), await status(someone.password)]).toEqual([401, 401]);
    const sent = { company: someone.company, login: someone.id, password: someone.password };
    expect((await loginFrom('127.0.7.2', sent))[0]).toBe(201);
  });

  it('may name the account as the clients of 2014 do, in a form', async () => {
    const { company, id, password } = person;
    const email = `${id}@example.org`;
    const form = new URLSearchParams({ company, email, id: email, password }).toString();
    const made = await new Api().post('/account/sessions', undefined, {
      raw: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([made.status, made.body.account]).toEqual([201, expect.objectContaining({ id })]);
    expect((await login({ login: id, email: 'other', id: 'other', password })).status).toBe(201);
    expect((await login({ login: '', email: '', id, password })).status).toBe(201);
    const wrong = await login({ email: 5, password });
    expect([wrong.status, wrong.body.api_errors]).toEqual([422, { login: { invalid: true } }]);
  });
});
