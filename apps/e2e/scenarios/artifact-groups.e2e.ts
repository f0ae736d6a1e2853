import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { ivies, Ivy, type IvyVersion } from '../clients/ivy.js';
import { Maven, mavens, tagged } from '../clients/maven.js';
import { scratch, unique } from '../scratch.js';
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

/** An admin, a developer, and two repositories of a project with the group of both. */
interface World {
  admin: Person;
  developer: Person;
  project: ProjectAt;
  first: RepositoryAt;
  second: RepositoryAt;
  group: RepositoryAt;
}

const world = async (type: 'maven' | 'ivy', ...policies: string[]): Promise<World> => {
  const admin = await companyAdmin();
  const project = await newProject(admin);
  const developer = await newMember(admin, project, 'developer');
  const [first, second] = [
    await newRepository(admin, project, type, policies[0] ? { policy: policies[0] } : {}),
    await newRepository(admin, project, type, policies[1] ? { policy: policies[1] } : {}),
  ];
  const group = await newRepository(admin, project, type, { members: [first.id, second.id] });
  return { admin, developer, project, first, second, group };
};

describe('What was deployed to several repositories', () => {
  let at: World;
  let maven: Maven;
  const organisation = `org.example.${unique('g').replace('-', '')}`;
  const deploy = async (to: RepositoryAt, version: string) => {
    const file = join(await scratch(), 'lib.jar');
    await writeFile(file, `content of ${version}`);
    return maven.deployFile(to.url, file, `${organisation}:lib:${version}`);
  };

  // What each Maven sends is the scenario of maven: here one of them deploys what needs its metadata.
  beforeAll(async () => {
    if (mavens[0].missing) return;
    at = await world('maven', 'release', 'snapshot');
    maven = await Maven.for(at.developer);
    for (const version of ['1.0', '1.1']) {
      const url = `${at.first.url}/${organisation.replaceAll('.', '/')}/lib/${version}/lib-${version}.jar`;
      const body = `content of ${version}`;
      expect([version, (await ask('PUT', url, at.developer, { body })).status]).toEqual([version, 201]);
    }
    expect((await deploy(at.second, '2.0-SNAPSHOT')).status).toBe(0);
  });

  describe.each(mavens)('is resolved through one group of them', ({ name, program, store, missing }) => {
    // Skipped by name where the machine has no such Maven, or none to deploy with; CI refuses every skip.
    const resolved = missing || mavens[0].missing ? it.skip : it;

    resolved(
      `with ${name}`,
      async () => {
        const other = await Maven.for(at.developer, { program, store });
        const versions = [
          ['1.0', '1.0'],
          ['RELEASE', '1.1'],
          ['LATEST', '2.0-SNAPSHOT'],
          ['2.0-SNAPSHOT', '2.0-SNAPSHOT'],
        ];
        const asked = versions.map(([each]) => `${organisation}:lib:${each}`);
        const { status, output } = await other.get(at.group.url, ...asked);
        expect([status, output]).toEqual([0, expect.not.stringMatching(/WARN.*checksum/i)]);
        for (const [, version] of versions)
          expect(await other.local(`${organisation}:lib:${version}`)).toEqual(
            expect.arrayContaining([expect.stringMatching(/^lib-.*\.jar$/)]),
          );
      },
      300_000,
    );
  });

  // Skipped by name where the machine has no such Maven; CI refuses every skip.
  const when = mavens[0].missing ? it.skip : it;

  when('is listed by the group, which takes nothing itself', async () => {
    const url = `${at.group.url}/${organisation.replaceAll('.', '/')}/lib/maven-metadata.xml`;
    const metadata = await ask('GET', url, at.developer);
    expect(tagged(await metadata.text(), 'version')).toEqual(['1.0', '1.1', '2.0-SNAPSHOT']);
    const refused = await deploy(at.group, '3.0');
    expect(refused.status).not.toBe(0);
    expect(refused.output).toMatch(/405/);
  });
});

describe.each(ivies.slice(0, 1))(
  'With $name',
  ({ missing, ...version }: IvyVersion & { missing: boolean }) => {
    // Skipped by name where the machine has no such Ivy; CI refuses every skip.
    const when = missing ? it.skip : it;

    when(
      'modules of several repositories are resolved through one group, exactly and as the latest',
      async () => {
        const { developer, first, second, group } = await world('ivy');
        const organisation = unique('org');
        for (const [at, revision] of [
          [first, '1.0'],
          [second, '1.1'],
        ] as const) {
          const ivy = await Ivy.for(developer, at.url, version);
          const { status, output } = await ivy.publish(
            organisation,
            'mod',
            revision,
            `content of ${revision}`,
          );
          expect([status, output]).toEqual([0, expect.stringContaining('published mod')]);
        }
        const other = await Ivy.for(developer, group.url, version);
        for (const asked of ['1.0', '1.1', 'latest.integration', '[1.0,2.0[']) {
          const { status, output } = await other.retrieve(organisation, 'mod', asked);
          expect([asked, status, output]).toEqual([asked, 0, expect.not.stringContaining('UNRESOLVED')]);
        }
        const listing = await ask('GET', `${group.url}/${organisation}/mod/`, developer);
        expect([...(await listing.text()).matchAll(/href="(1[^"]*)"/g)].map(([, name]) => name)).toEqual([
          '1.0/',
          '1.1/',
        ]);
      },
    );
  },
);

describe.each(['maven', 'ivy'] as const)('A group of %s repositories', (type) => {
  let at: World;
  const jar = 'com/acme/lib/1.0/lib-1.0.jar';
  beforeEach(async () => {
    at = await world(type);
  });

  const put = async (to: RepositoryAt, path: string, body: string): Promise<void> => {
    expect((await ask('PUT', `${to.url}/${path}`, at.developer, { body })).status).toBe(201);
  };
  const read = async (path: string, person = at.developer): Promise<string> => {
    const answer = await ask('GET', `${at.group.url}/${path}`, person);
    return answer.status === 200 ? answer.text() : String(answer.status);
  };

  it('serves what its members have as soon as it is there, the first one before the others', async () => {
    const { first, second, admin } = at;
    await put(second, jar, 'second');
    for (let time = 0; time < 2; time += 1) expect(await read(jar)).toBe('second');
    await put(first, jar, 'first');
    expect(await read(jar)).toBe('first');
    const sha1 = createHash('sha1').update('first').digest('hex');
    expect(await read(`${jar}.sha1`)).toBe(sha1);
    await put(second, 'com/acme/lib/2.0/lib-2.0.jar', '2');
    expect(tagged(await read('com/acme/lib/maven-metadata.xml'), 'version')).toEqual(['1.0', '2.0']);
    expect((await ask('DELETE', `${first.url}/${jar}`, admin)).status).toBe(204);
    expect(await read(jar)).toBe('second');
  });

  it('follows its members: their order, who leaves, and who is deactivated', async () => {
    const { first, second, group, admin } = at;
    await put(first, jar, 'first');
    await put(second, jar, 'second');
    await put(second, 'only/second', 'x');
    expect(await read(jar)).toBe('first');
    const turned = await must(admin.api.put(group.path, { members: [second.uuid, first.id] }));
    expect(turned.members).toEqual([second.id, first.id]);
    expect(await read(jar)).toBe('second');
    expect(await read('only/second')).toBe('x');
    await must(admin.api.delete(second.path));
    expect(await read(jar)).toBe('first');
    expect(await read('only/second')).toBe('404');
    expect((await must(admin.api.get(group.path))).members).toEqual([first.id]);
    await must(admin.api.put(group.path, { members: [] }));
    expect(await read(jar)).toBe('404');
  });

  it('is read by those who may read its project, and written to by nobody', async () => {
    const { admin, developer, project, first, group } = at;
    await put(first, jar, 'first');
    const guest = await newMember(admin, project, 'guest');
    expect(await read(jar, guest)).toBe('first');
    expect(await read(jar, await newUser(admin))).toBe('404');
    expect((await ask('GET', `${group.url}/${jar}`)).status).toBe(401);
    for (const person of [developer, admin])
      for (const method of ['PUT', 'DELETE']) {
        const body = method === 'PUT' ? { body: 'x' } : {};
        const refused = await ask(method, `${group.url}/${jar}`, person, body);
        expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
        expect(await refused.text()).toBe(refused.statusText);
        expect(refused.statusText).toMatch(/^this repository is a group/);
      }
    expect((await ask('PUT', `${group.url}/${jar}`, guest, { body: 'x' })).status).toBe(403);
    expect(await read(jar)).toBe('first');
  });

  it('has members of its project and type only, and lists no artifacts of its own', async () => {
    const { admin, project, first, second, group } = at;
    await put(first, jar, 'first');
    expect((await must(admin.api.get(`${group.path}/artifacts`))).results).toEqual([]);
    expect((await admin.api.get(`${group.path}/artifacts/${jar}`)).status).toBe(404);
    const foreign = await newRepository(admin, await newProject(admin), type);
    const code = await newRepository(admin, project);
    for (const [members, problem] of [
      [[first.id, foreign.uuid], { not_found: true }],
      [[foreign.id], { not_found: true }],
      [[code.id], { invalid: true }],
      [[group.id], { invalid: true }],
      [[first.id, first.uuid], { invalid: true }],
    ]) {
      const refused = await admin.api.put(group.path, { members });
      expect([refused.status, refused.body.api_errors]).toEqual([422, { members: problem }]);
      const other = await admin.api.post(`${project.path}/repositories`, {
        id: unique('group'),
        type,
        members,
      });
      expect([other.status, other.body.api_errors]).toEqual([422, { members: problem }]);
    }
    expect((await must(admin.api.get(group.path))).members).toEqual([first.id, second.id]);
    expect(await must(admin.api.get(first.path))).not.toHaveProperty('members');
    const locked = await admin.api.put(first.path, { members: [second.id] });
    expect(locked.body.api_errors).toEqual({ members: { locked: true } });
  });
});
