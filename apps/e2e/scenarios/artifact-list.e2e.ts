import { must, type ApiObject } from '../clients/api.js';
import { ask } from '../clients/door.js';
import {
  companyAdmin,
  newCompany,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

const lib = 'com/acme/lib';

describe.each(['maven', 'ivy'] as const)('The list of artifacts of a %s repository', (type) => {
  let admin: Person;
  let guest: Person;
  let developer: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let artifacts: string;
  const files = [`${lib}/1.0/lib-1.0.jar`, `${lib}/1.0/lib-1.0.pom`, `${lib}/1.1/lib-1.1.jar`, 'read me.txt'];

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    [guest, developer] = [
      await newMember(admin, project, 'guest'),
      await newMember(admin, project, 'developer'),
    ];
    repository = await newRepository(admin, project, type);
    artifacts = `${repository.path}/artifacts`;
    for (const path of files)
      expect(
        (await ask('PUT', `${repository.url}/${encodeURI(path)}`, developer, { body: path })).status,
      ).toBe(201);
  });

  const ids = (results: ApiObject[]): unknown[] => results.map(({ id }) => id);

  it('names each file that was deployed, and where it is downloaded', async () => {
    const { results, metadata } = await must(guest.api.get(artifacts));
    expect(ids(results)).toEqual(files);
    expect(metadata).toEqual({ count: 4, next_offset: 4, more_results: false });
    for (const { id, http_url, size, checksums } of results) {
      const answer = await ask('GET', String(http_url), guest);
      expect([await answer.text(), size]).toEqual([id, String(id).length]);
      expect(answer.headers.get('x-checksum-sha256')).toBe((checksums as Record<string, string>).sha256);
    }
    expect(results[0]).toMatchObject({
      group: 'com.acme',
      artifact: 'lib',
      version: '1.0',
      name: 'lib-1.0.jar',
    });
    expect(results[3]).toMatchObject({ group: null, artifact: null, version: null });
  });

  it('shows one file, with whom it is of', async () => {
    const [first] = (await must(guest.api.get(`${artifacts}?limit=1&expand=creator,repository`))).results;
    expect(first).toMatchObject({
      creator: { id: developer.id, type: 'user' },
      repository: { id: repository.id, http_url: repository.url, type },
    });
    const shown = await must(guest.api.get(`${artifacts}/${files[0]}`));
    expect(shown).toMatchObject({
      id: files[0],
      creator: { id: developer.id },
      repository: { id: repository.id },
    });
    expect(await must(guest.api.get(`${artifacts}/${encodeURIComponent(files[3])}`))).toMatchObject({
      id: files[3],
    });
    for (const none of [lib, `${lib}/maven-metadata.xml`, `${files[0]}.sha1`, 'x'])
      expect((await guest.api.get(`${artifacts}/${none}`)).status).toBe(404);
  });

  it('finds, sorts and takes page after page as every list does', async () => {
    const { results } = await must(guest.api.get(`${artifacts}?search_term=LIB/1.0/&search_fields=id`));
    expect(ids(results)).toEqual(files.slice(0, 2));
    const first = await must(guest.api.get(`${artifacts}?limit=2&order=desc`));
    expect([ids(first.results), first.metadata]).toEqual([
      [files[3], files[2]],
      { count: 2, next_offset: 2, more_results: true },
    ]);
    const second = await must(guest.api.get(`${artifacts}?limit=2&order=desc&offset=2`));
    expect(ids(second.results)).toEqual([files[1], files[0]]);
    const lately = await must(
      guest.api.get(`${artifacts}?sort=updated_at&order=desc&after=2020-01-01T00:00:00Z`),
    );
    expect(ids(lately.results)).toEqual([...files].reverse());
    expect((await must(guest.api.get(`${artifacts}?active=false`))).results).toEqual([]);
    for (const wrong of ['sort=size', 'search_fields=name', 'include=files', 'expand=group', 'limit=0']) {
      const refused = await guest.api.get(`${artifacts}?${wrong}`);
      expect([wrong, refused.status]).toEqual([wrong, 422]);
    }
  });

  it('is for those who may read the repository', async () => {
    const stranger = await newUser(admin);
    const foreign = await newCompany();
    for (const { api } of [stranger, foreign]) expect((await api.get(artifacts)).status).toBe(404);
    for (const { api } of [stranger, foreign])
      expect((await api.get(`${artifacts}/${files[0]}`)).status).toBe(404);
    expect(await must(guest.api.get(`${artifacts}?privileges`))).toMatchObject({ create: false, read: true });
    const post = await developer.api.post(artifacts, { id: 'x' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('follows what is deployed and deleted, and stays when the repository is deactivated', async () => {
    const other = await newRepository(admin, project, type);
    const path = `${lib}/2.0/lib-2.0.jar`;
    const listed = async (at: string): Promise<unknown[]> =>
      ids((await must(guest.api.get(`${project.path}/repositories/${at}/artifacts`))).results);
    expect(await listed(other.id)).toEqual([]);
    await ask('PUT', `${other.url}/${path}`, developer, { body: '2' });
    await ask('PUT', `${other.url}/x/y`, developer, { body: '2' });
    expect(await listed(other.id)).toEqual([path, 'x/y']);
    expect((await ask('DELETE', `${other.url}/x/`, admin)).status).toBe(204);
    expect(await listed(other.id)).toEqual([path]);
    const gone = await must(admin.api.delete(other.path));
    expect(await listed(gone.id)).toEqual([path]);
  });
});

it('Other repositories have no artifacts', async () => {
  const admin = await companyAdmin();
  const repository = await newRepository(admin, await newProject(admin));
  expect((await must(admin.api.get(`${repository.path}/artifacts`))).results).toEqual([]);
  expect((await admin.api.get(`${repository.path}/artifacts/a`)).status).toBe(404);
});
