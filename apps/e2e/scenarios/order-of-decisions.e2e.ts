import { must, type Answer } from '../clients/api.js';
import { RawConnection } from '../clients/raw-socket.js';
import { testedKinds } from '../clients/tested-kinds.js';
import { unique } from '../scratch.js';
import { access } from '../system.js';
import { companyAdmin, newMember, newProject, newRepository, newUser, type Person } from '../world.js';

/** What is decided first when several things are wrong at once, and by whose eyes. */
describe('a request', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await companyAdmin();
  });

  /** A body that is no JSON, one of another type, and one that is too large. */
  const badly = (person: Person, path: string): Promise<number[]> =>
    Promise.all(
      [
        { raw: '{' },
        { raw: 'x', headers: { 'content-type': 'text/plain' } },
        { raw: `{"x":"${'x'.repeat(1024 * 1024)}"}` },
        { raw: '[{}]' },
      ].map(async (extra) => (await person.api.put(path, undefined, extra)).status),
    );

  it('about an object that does not exist is answered 404, however bad its body is', async () => {
    const project = await newProject(admin);
    for (const path of [
      '/users/nobody-at-all',
      '/groups/nothing-at-all',
      '/account/ssh_keys/000000000000000000000000',
      `${project.path}/project_users/nobody-at-all`,
      `${project.path}/repositories/nothing-at-all`,
    ])
      expect([path, await badly(admin, path)]).toEqual([path, [404, 404, 404, 404]]);
  });

  it.each(testedKinds)(
    'to a repository of $type is judged in the same order',
    async ({ type, attributes }) => {
      const project = await newProject(admin);
      const guest = await newMember(admin, project, 'guest');
      const { path } = await newRepository(admin, project, type, attributes);
      for (const below of ['branches', 'protected_branches'])
        expect([below, await badly(admin, `${path}/${below}/nothing-at-all`)]).toEqual([
          below,
          [404, 404, 404, 404],
        ]);
      expect(await badly(admin, path)).toEqual([400, 415, 413, 400]);
      expect(await badly(guest, path)).toEqual([403, 403, 403, 403]);
      expect(await badly(await newUser(admin), path)).toEqual([404, 404, 404, 404]);
    },
  );

  it('about an object that does not exist is answered 404, however bad its query is', async () => {
    const project = await newProject(admin);
    for (const [path, status] of [
      ['/users/nobody-at-all', 404],
      ['/account/ssh_keys/000000000000000000000000', 404],
      [`${project.path}/project_users/nobody-at-all`, 404],
      [`${project.path}/project_users/${admin.id}`, 422],
      [`${project.path}/project_users`, 422],
      ['/account/settings/notifications', 422],
    ] as const)
      expect([path, (await admin.api.get(`${path}?include=nothing-like-it`)).status]).toEqual([path, status]);
  });

  it.each(testedKinds)('for what is at a commit that does not exist is answered 404: $type', async (kind) => {
    const project = await newProject(admin);
    const { path } = await newRepository(admin, project, kind.type, kind.attributes);
    const lists = [
      'tree',
      'tree/a',
      'files',
      'history',
      'history/a',
      'future',
      'changesets',
      'search',
      'blame/a',
    ];
    const below = lists.map((list) => `commits/none/${list}`);
    for (const list of [...below, 'compare/commits/none...none', 'compare/changesets/none...none'])
      for (const query of ['limit=0', 'sort=x&search_term=', 'privileges', 'privileges&privileges'])
        expect([list, query, (await admin.api.get(`${path}/${list}?${query}`)).status]).toEqual([
          list,
          query,
          404,
        ]);
  });

  it('for privileges, twice, about an object that does not exist is answered 404', async () => {
    for (const [path, status] of [
      ['/users/nobody-at-all', 404],
      ['/projects/nothing-at-all', 404],
      ['/projects', 422],
      [`/users/${admin.id}`, 422],
    ] as const)
      expect([path, (await admin.api.get(`${path}?privileges&privileges`)).status]).toEqual([path, status]);
  });

  it.each(['nonsense', 'application/json;', ''])(
    'of the media type %p is decided on like every other',
    async (type) => {
      const project = await newProject(admin);
      const sent = { raw: '{}', headers: { 'content-type': type } };
      expect((await admin.api.put('/projects/nothing-at-all', undefined, sent)).status).toBe(404);
      const answer = await admin.api.put(project.path, undefined, sent);
      const status = type.startsWith('application/json') ? 200 : 415;
      expect([answer.status, answer.body.api_status]).toEqual([status, status]);
    },
  );

  it('to change what is somebody else’s is refused before its body is looked at', async () => {
    const owner = await newUser(admin);
    const other = await newUser(admin);
    const bot = `/bots/${unique('bot')}`;
    await must(owner.api.post('/bots', { id: bot.slice(6), visibility: 'public' }), 201);
    expect(await badly(other, bot)).toEqual([403, 403, 403, 403]);
    expect((await other.api.post(`${bot}/actions/replace_key`)).status).toBe(403);
    const privileges = async (person: Person) => {
      const { read, update, delete: remove } = await must(person.api.get(`${bot}?privileges`), 200);
      return { read, update, delete: remove };
    };
    expect(await privileges(other)).toEqual({ read: true, update: false, delete: false });
    expect(await privileges(owner)).toEqual({ read: true, update: true, delete: true });
  });

  it('below a deactivated project is answered 404 for what is not there', async () => {
    const project = await newProject(admin);
    const { id } = await must(admin.api.delete(project.path), 200);
    const absent = await admin.api.put(`/projects/${id}/project_users/nobody-at-all`, { role: 'guest' });
    expect(absent.status).toBe(404);
    const locked: Answer = await admin.api.put(`/projects/${id}/project_users/${admin.id}`, { role: 'x' });
    expect([locked.status, locked.body.api_errors]).toEqual([422, { id: { locked: true } }]);
  });

  it('that puts back what was answered changes nothing', async () => {
    const project = await newProject(admin);
    const repository = await newRepository(admin, project);
    const member = await newMember(admin, project, 'guest');
    for (const path of [
      project.path,
      `${project.path}/repositories/${repository.id}`,
      `${project.path}/project_users/${member.id}`,
      `/users/${member.id}`,
    ])
      expect((await admin.api.put(path, await must(admin.api.get(path), 200))).status).toBe(200);
  });

  it('sets custom attributes back by null', async () => {
    const project = await newProject(admin);
    const repository = await newRepository(admin, project);
    for (const path of [project.path, `${project.path}/repositories/${repository.id}`]) {
      await must(admin.api.put(path, { properties: { a: 'b' } }), 200);
      expect((await must(admin.api.put(path, { properties: null }), 200)).properties).toEqual({});
    }
  });

  it('for another account changes that account’s settings, by company admins only', async () => {
    const project = await newProject(admin);
    const person = await newMember(admin, project, 'guest');
    const other = await newUser(admin);
    const settings = '/account/settings/notifications';
    const sent = { email: [{ project: project.id, interval: 'never' }] };
    await must(admin.api.put(`${settings}?account_id=${person.id}`, sent), 200);
    expect((await must(person.api.get(settings), 200)).email).toEqual([
      { project: expect.objectContaining({ id: project.id }) as unknown, interval: 'never' },
    ]);
    expect((await other.api.put(`${settings}?account_id=${person.id}`, {})).status).toBe(403);
    expect(await badly(other, `${settings}?account_id=${person.id}`)).toEqual([403, 403, 403, 403]);
    expect(await badly(other, `${settings}?account_id=${other.id}`)).toEqual([400, 415, 413, 400]);
    expect(await badly(admin, `${settings}?account_id=${person.id}`)).toEqual([400, 415, 413, 400]);
    const unknown = await admin.api.put(`${settings}?account_id=nobody-at-all`, sent);
    expect(unknown.body.api_errors).toEqual({ account_id: { not_found: true } });
  });

  it('that is refused can be read by pages of a listed origin, as the contract can, and by no others', async () => {
    const { origin } = new URL(access.site_url);
    const asked = async (from: string, path: string, raw?: string) => {
      const headers = { origin: from };
      const sent =
        raw === undefined
          ? admin.api.get(path, { headers })
          : admin.api.post(path, undefined, { raw, headers });
      const { status, headers: said } = await sent;
      return [status, said.get('access-control-allow-origin')];
    };
    expect(await asked(origin, '/projects', '{}')).toEqual([422, origin]);
    expect(await asked(origin, '/nothing-like-it')).toEqual([404, origin]);
    expect(await asked(origin, '/openapi.json')).toEqual([200, origin]);
    expect(await asked(origin, '/openapi.json', '{}')).toEqual([405, origin]);
    expect(await asked('https://other.example', '/projects', '{}')).toEqual([403, null]);
  });

  it.each([
    [
      'with too large a head',
      `GET /api/company HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
    ['that is no HTTP', 'GET /api /company\r\n\r\n', 400],
    ['without Host', 'GET /api/company HTTP/1.1\r\n\r\n', 400],
    ['of a path that cannot be decoded', 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    [
      'of a media type that is none, outside of the API',
      'POST /account/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: json\r\nConnection: close\r\n\r\n',
      404,
    ],
    ['that expects what nobody knows', 'GET /api/company HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 417],
  ])('%s is refused in the envelope', async (_, sent, status) => {
    const connection = await RawConnection.open();
    const answer = await connection.send(sent).read();
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      status,
      { api_status: status, api_message: answer.reason, api_timestamp: expect.any(String) as unknown },
    ]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-api-version': '1',
      'x-request-id': expect.stringMatching(/./) as unknown,
    });
    expect(await connection.closed()).toBe(true);
  });
});
