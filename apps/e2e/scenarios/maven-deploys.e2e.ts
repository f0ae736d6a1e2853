import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../clients/door.js';
import { Maven, mavenProject, mavens, tagged } from '../clients/maven.js';
import { scratch, unique } from '../scratch.js';
import { allClients } from '../system.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type RepositoryAt,
} from '../world.js';

// Skipped by name where the machine has no Maven; CI refuses every skip.
const when = mavens[0].missing ? it.skip : it;

describe('SNAPSHOT versions', () => {
  let developer: Person;
  let repository: RepositoryAt;
  let group: string;
  let maven: Maven;

  beforeAll(async () => {
    if (mavens[0].missing) return;
    const admin = await companyAdmin();
    const project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project, 'maven');
    group = `org.example.${unique('g').replace('-', '')}`;
    maven = await Maven.for(developer);
  });

  const read = async (path: string): Promise<string> => {
    const answer = await ask('GET', `${repository.url}/${group.replaceAll('.', '/')}/${path}`, developer);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text();
  };

  when('are deployed again and again, and the newest build is resolved', async () => {
    const version = '2.0-SNAPSHOT';
    const { root } = await mavenProject(join(await scratch(), 'p'), {
      group,
      version,
      modules: ['early'],
      url: repository.url,
    });
    for (const build of [1, 2]) {
      await writeFile(join(root, 'early/src/main/resources/early.txt'), `build ${build}`);
      expect((await maven.run(root, 'deploy')).status).toBe(0);
    }
    const metadata = await read(`early/${version}/maven-metadata.xml`);
    expect(tagged(metadata, 'buildNumber')).toEqual(['2']);
    const [value] = tagged(metadata, 'value').filter((each) => each.endsWith('-2'));
    expect(value).toMatch(/^2\.0-\d{8}\.\d{6}-2$/);
    const other = await Maven.for(developer);
    expect((await other.get(repository.url, `${group}:early:${version}`)).status).toBe(0);
    expect(await other.local(`${group}:early:${version}`)).toContain(`early-${value}.jar`);
    expect(tagged(await read('early/maven-metadata.xml'), 'release')).toEqual([]);
  });
});

/** On every day; in `tools/test clients` so many. */
const [few, many] = [3, 8];

describe('Builds at once', () => {
  when(
    'deploy a version each, and all are listed with right checksums',
    async () => {
      const admin = await companyAdmin();
      const project = await newProject(admin);
      const developer = await newMember(admin, project, 'developer');
      const repository = await newRepository(admin, project, 'maven');
      const file = join(await scratch(), 'lib.jar');
      await writeFile(file, 'x');
      const versions = Array.from({ length: allClients ? many : few }, (_, index) => `1.${index}`);
      const machines = await Promise.all(versions.map(() => Maven.for(developer)));
      const ended = await Promise.all(
        versions.map((version, index) =>
          machines[index].deployFile(repository.url, file, `org.example:crowd:${version}`),
        ),
      );
      expect(ended.map(({ status }) => status)).toEqual(versions.map(() => 0));
      const metadata = await (
        await ask('GET', `${repository.url}/org/example/crowd/maven-metadata.xml`, developer)
      ).text();
      expect(tagged(metadata, 'version')).toEqual(versions);
      expect(tagged(metadata, 'release')).toEqual(versions.slice(-1));
    },
    180_000,
  );
});
