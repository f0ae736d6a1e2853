import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../clients/door.js';
import { Maven, mavenProject, mavens, tagged } from '../clients/maven.js';
import { scratch, unique } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

describe.each(mavens)('With $name', ({ program, store, refusal, buildPom, missing }) => {
  // Skipped by name where the machine has no such Maven; CI refuses every skip.
  const when = missing ? it.skip : it;
  let developer: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let group: string;
  let maven: Maven;

  beforeAll(async () => {
    if (missing) return;
    const admin = await companyAdmin();
    project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project, 'maven');
    group = `org.example.${unique('g').replace('-', '')}`;
    maven = await Maven.for(developer, { program, store });
  });

  const read = async (path: string): Promise<string> => {
    const answer = await ask('GET', `${repository.url}/${group.replaceAll('.', '/')}/${path}`, developer);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text();
  };

  when(
    'several modules are released in parallel, and a machine that knows nothing resolves them',
    async () => {
      const { root } = await mavenProject(join(await scratch(), 'p'), {
        group,
        version: '1.0',
        modules: ['one', 'two', 'three'],
        url: repository.url,
      });
      const deployed = await maven.run(root, '-T4', 'deploy');
      expect([deployed.status, deployed.output]).toEqual([0, expect.stringContaining('BUILD SUCCESS')]);
      const metadata = await read('two/maven-metadata.xml');
      expect([tagged(metadata, 'version'), tagged(metadata, 'release'), tagged(metadata, 'latest')]).toEqual([
        ['1.0'],
        ['1.0'],
        ['1.0'],
      ]);
      const other = await Maven.for(developer, { program, store });
      const resolved = await other.get(repository.url, `${group}:three:1.0`);
      expect([resolved.status, resolved.output]).toEqual([0, expect.not.stringMatching(/WARN.*checksum/i)]);
      for (const module of ['one', 'two', 'three'])
        expect(await other.local(`${group}:${module}:1.0`)).toEqual(
          expect.arrayContaining([`${module}-1.0.jar`, `${module}-1.0.pom`]),
        );
      const own = await ask(
        'GET',
        `${repository.url}/${group.replaceAll('.', '/')}/one/1.0/one-1.0-build.pom`,
        developer,
      );
      expect(own.status).toBe(buildPom ? 200 : 404);
    },
  );

  when('a release is not overwritten, and the screen says why', async () => {
    const url = `${repository.url}/${group.replaceAll('.', '/')}/single/1.0/single-1.0.jar`;
    expect((await ask('PUT', url, developer, { body: 'first' })).status).toBe(201);
    const file = join(await scratch(), 'lib.jar');
    await writeFile(file, 'second');
    const refused = await maven.deployFile(repository.url, file, `${group}:single:1.0`);
    expect(refused.status).not.toBe(0);
    expect(refused.output).toMatch(refusal);
    expect(await read('single/1.0/single-1.0.jar')).toBe('first');
  });

  when('wrong credentials end the build with 401', async () => {
    const stranger = await Maven.for({ id: developer.id, password: 'Wrong4Password' }, { program, store });
    const file = join(await scratch(), 'lib.jar');
    await writeFile(file, 'x');
    const refused = await stranger.deployFile(repository.url, file, `${group}:nothing:1.0`);
    expect(refused.status).not.toBe(0);
    expect(refused.output).toMatch(
      /401|authentication failed|not authorized|too many authentication attempts/i,
    );
  });
});
