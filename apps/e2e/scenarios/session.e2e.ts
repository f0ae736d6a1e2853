import { Api, authorization, must, type Answer } from '../clients/api.js';
import { unique } from '../scratch.js';
import { companyAdmin, newUser, Person } from '../world.js';

describe('A session', () => {
  let admin: Person;
  let person: Person;

  beforeAll(async () => {
    admin = await companyAdmin();
    person = await newUser(admin);
  });

  const login = (body: unknown, headers = {}): Promise<Answer> =>
    new Api().post('/account/sessions', body, { headers });
  const withHeader = (value: string): Promise<Answer> =>
    new Api().get('/projects', { headers: { authorization: value } });

  it('is opened by user id or e-mail address, in JSON or as a form, and each has a key of its own', async () => {
    const { company, id, password } = person;
    const form = new URLSearchParams({ company, login: id, password }).toString();
    const answers = await Promise.all([
      login({ company, login: id, password }),
      login({ session: { company, login: `${id}@example.org`, password } }),
      new Api().post('/account/sessions', undefined, {
        raw: form,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ]);
    for (const { body } of answers)
      for (const object of [body.account, body.company])
        expect(object).toMatchObject({ api_status: 200, api_timestamp: expect.any(String) as unknown });
    const keys = answers.map(({ status, body }) => [status, body.company_key, body.account_key]);
    expect(keys.map(([status, company_key]) => [status, company_key])).toEqual(
      Array(3).fill([201, person.keys.company_key]),
    );
    expect(new Set(keys.map(([, , key]) => key)).size).toBe(3);
  });

  it('is refused in the same way whatever is wrong', async () => {
    const { company, id, password } = person;
    const wrong = [
      { company: unique('none'), login: id, password },
      { company, login: unique('none'), password },
      { company, login: id, password: 'Wrong4Password' },
    ];
    const bodies = await Promise.all(wrong.map((body) => login(body)));
    for (const { status, text } of bodies) {
      expect(status).toBe(401);
      expect(text.replace(/"api_timestamp":"[^"]*"/, '')).toBe(
        bodies[0].text.replace(/"api_timestamp":"[^"]*"/, ''),
      );
    }
  });

  it('names what is missing', async () => {
    const answer = await login({ company: '', password: 5 });
    expect([answer.status, answer.body.api_errors]).toEqual([
      422,
      { company: { empty: true }, login: { empty: true }, password: { invalid: true } },
    ]);
  });

  it('is refused for a while after more than ten failures, to that login only', async () => {
    const victim = await newUser(admin);
    const { company, id, password } = victim;
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      statuses.push((await login({ company, login: id, password: `Wrong4Password${attempt}` })).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.at(-1)).toBe(429);
    const refused = await login({ company, login: id, password });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await login({ company, login: person.id, password })).status).toBe(201);
  });

  it('is known by every form of the header that was ever sent', async () => {
    const { company_key: company, account_key: account } = person.keys;
    const forms = [
      authorization(person.keys),
      `svc company_key="${company}",account_key="${account}"`,
      `company_key='${company}',account_key='${account}'`,
      `svc.account_key=${account},company_key=${company}`,
      `svc plugin_key='abc'company_key='${company}'account_key='${account}'`,
      `other.company_key = "${company}" , account_key = "${account}"`,
    ];
    for (const form of forms) expect([form, (await withHeader(form)).status]).toEqual([form, 200]);
  });

  it('is not known by anything else', async () => {
    const { company_key: company, account_key: account } = person.keys;
    const pair = (one: string, other: string): string => `svc.company_key="${one}",account_key="${other}"`;
    const forms = [
      'svc',
      `svc.account_key="${account}"`,
      `svc.company_key="${company}"`,
      pair(company, account.toUpperCase()) === pair(company, account)
        ? 'svc'
        : pair(company, account.toUpperCase()),
      pair(company, account.slice(1)),
      pair(company, `${account}0`),
      pair(company, '0'.repeat(32)),
      pair('0'.repeat(32), account),
      pair(account, company),
      `${pair(company, account)},account_key="${account}"`,
      `Basic ${Buffer.from(`${person.id}:${person.password}`).toString('base64')}`,
    ];
    for (const form of forms) {
      const { status, headers, body } = await withHeader(form);
      expect([form, status, headers.get('www-authenticate')]).toEqual([form, 401, 'svc']);
      expect(body).toMatchObject({ api_status: 401, api_message: 'Unauthorized' });
    }
  });

  it('is listed to its owner without its key, and ended by its id', async () => {
    const second = await Person.login(person.company, person.id, person.password);
    const { results } = await must(second.api.get('/account/sessions'));
    expect(results.length).toBeGreaterThan(1);
    for (const session of results) {
      expect(session.id).toMatch(/^[0-9a-f]{24}$/);
      expect(JSON.stringify(session)).not.toContain(second.keys.account_key);
    }
    const third = await Person.login(person.company, person.id, person.password);
    const newest = (await must(second.api.get('/account/sessions?limit=1000'))).results.filter(
      ({ id }) => !results.some((each) => each.id === id),
    );
    expect(newest).toHaveLength(1);
    expect((await admin.api.delete(`/account/sessions/${newest[0].id}`)).status).toBe(404);
    expect((await second.api.delete(`/account/sessions/${newest[0].id}`)).status).toBe(200);
    expect((await third.api.get('/projects')).status).toBe(401);
    expect((await second.api.get('/projects')).status).toBe(200);
  });
});

describe('The conventions of the API', () => {
  let admin: Person;

  beforeAll(async () => {
    admin = await companyAdmin();
  });

  it('decide in their order: path, method, version, who, may he, body', async () => {
    const nobody = new Api();
    const wrongVersion = { accept: 'application/vnd.svc.v9' };
    expect((await nobody.get('/nonsense', { headers: wrongVersion })).status).toBe(404);
    const method = await nobody.put('/projects', undefined, { headers: wrongVersion });
    expect([method.status, method.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
    for (const headers of [wrongVersion, { accept: 'application/vnd.svc.vnext' }])
      expect((await nobody.get('/projects', { headers })).status).toBe(406);
    expect((await nobody.post('/projects', undefined, { raw: '{' })).status).toBe(401);
    expect((await admin.api.post('/nonsense', undefined, { raw: '{' })).status).toBe(404);
    expect(
      (await admin.api.post('/projects', undefined, { raw: '<x/>', headers: { 'content-type': 'text/xml' } }))
        .status,
    ).toBe(415);
    expect(
      (await admin.api.post('/projects', undefined, { raw: `{"a":"${'x'.repeat(1_100_000)}"}` })).status,
    ).toBe(413);
    expect((await admin.api.post('/projects', undefined, { raw: '{"id":' })).status).toBe(400);
    expect((await admin.api.post('/projects', undefined, { raw: '"text"' })).status).toBe(400);
    expect((await admin.api.post('/projects', {})).status).toBe(422);
  });

  it.each([
    'application/vnd.svc.v1',
    'application/vnd.svc.v1+json',
    'text/html, application/vnd.svc.v1;q=0.5',
    'application/json',
    '*/*',
    'application/vnd.other.v1',
    'text/html',
  ])('answer %s as version 1', async (accept) => {
    const { status, headers, body } = await admin.api.get('/projects', { headers: { accept } });
    expect([status, headers.get('x-api-version'), headers.get('content-type')]).toEqual([
      200,
      '1',
      'application/json; charset=utf-8',
    ]);
    expect(body.api_status ?? 200).toBe(200);
  });

  it('carry the request id of the caller, and one of their own for one that is none', async () => {
    const headers = { 'x-request-id': 'build-4711' };
    expect((await admin.api.get('/projects', { headers })).headers.get('x-request-id')).toBe('build-4711');
    const own = await admin.api.get('/projects', { headers: { 'x-request-id': 'x'.repeat(5000) } });
    expect(own.headers.get('x-request-id')).toMatch(/^[\w.-]{8,200}$/);
  });

  it('deactivate: the id is free at once, the object stays readable and cannot change', async () => {
    const id = unique('gone');
    const body = { id, name: id, visibility: 'members' };
    await must(admin.api.post('/projects', body), 201);
    const gone = await must(admin.api.delete(`/projects/${id}`));
    expect(gone).toMatchObject({
      id: `${id}-1`,
      old_id: id,
      deleted_at: expect.stringMatching(/Z$/) as string,
    });
    await must(admin.api.post('/projects', body), 201);
    expect(await must(admin.api.delete(`/projects/${id}`))).toMatchObject({ id: `${id}-2`, old_id: id });
    expect((await admin.api.get(`/projects/${id}`)).status).toBe(404);
    expect((await must(admin.api.get(`/projects/${id}-1`))).old_id).toBe(id);
    const change = await admin.api.put(`/projects/${id}-1`, { description: 'x', name: '' });
    expect([change.status, change.body.api_errors]).toEqual([422, { id: { locked: true } }]);
    const active = async (flag: string): Promise<string[]> =>
      (await must(admin.api.get(`/projects?active=${flag}&search_term=${id}`))).results.map(
        (each) => each.id,
      );
    expect([await active('true'), await active('false')]).toEqual([[], [`${id}-1`, `${id}-2`]]);
  });
});
