import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { scratch } from '../scratch.js';
import { clientPrograms, inAllClients, toolsDirectory } from '../system.js';
import type { Person } from '../world.js';
import { onPath, run, type Ended } from './program.js';

/** Local repositories with the plugins below, which setup has filled. */
const storeOf = (name: string): string => join(clientPrograms, 'maven-stores', name);

/** One of the Mavens that this machine has. */
export interface MavenVersion {
  name: string;
  program: string;
  /** Its local repository, which setup has filled. */
  store: string;
  /** What it shows of a refusal: Maven 4 leaves the reason phrase out. */
  refusal: RegExp;
  /** It deploys its own form of the POM as well, with the classifier `build`. */
  buildPom: boolean;
}

const withReason = /409.*(exist|released)/i;

const fetched = (version: string, refusal: RegExp, buildPom: boolean): MavenVersion => ({
  name: `Maven ${version}`,
  program: join(clientPrograms, `maven-${version}/bin/mvn`),
  store: storeOf(`maven-${version}`),
  refusal,
  buildPom,
});

/** The first is that of scenarios which one Maven is enough for. */
export const mavens: (MavenVersion & { missing: boolean })[] = [
  ...[
    fetched('3.9.16', withReason, false),
    ...inAllClients(fetched('4.0.0-rc-4', /HTTP Status: 409/, true)),
  ].map((each) => ({
    ...each,
    missing: !existsSync(each.program) || !existsSync(each.store) || !onPath('java'),
  })),
  ...inAllClients({
    name: 'the distribution’s Maven',
    program: 'mvn',
    store: storeOf('mvn'),
    refusal: withReason,
    buildPom: false,
    missing: !onPath('mvn') || !existsSync(storeOf('mvn')),
  }),
];

/** Versions by name, which setup has put into the local repositories. */
const plugins = JSON.parse(
  readFileSync(join(toolsDirectory, 'system/setup/maven-plugins.json'), 'utf8'),
) as Record<string, string>;

const pluginOf = (name: string): string => `org.apache.maven.plugins:maven-${name}-plugin:${plugins[name]}`;
const deployPlugin = pluginOf('deploy');
const dependencyPlugin = pluginOf('dependency');

const header = '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>';

const escaped = (text: string): string => text.replace(/[&<>]/g, (each) => `&#${each.charCodeAt(0)};`);

/** A person at a machine with Maven, whose local repository has plugins and nothing of ours. */
export class Maven {
  private constructor(
    private readonly program: string,
    private readonly directory: string,
  ) {}

  static async for(
    person: Pick<Person, 'id' | 'password'>,
    { program, store }: Pick<MavenVersion, 'program' | 'store'> = mavens[0],
  ): Promise<Maven> {
    const directory = await scratch();
    const maven = new Maven(program, directory);
    await writeFile(
      join(directory, 'settings.xml'),
      `<settings><interactiveMode>false</interactiveMode><servers><server><id>holdfast</id><username>${escaped(person.id)}</username><password>${escaped(person.password)}</password></server></servers></settings>`,
    );
    const copied = await run('cp', ['-a', store, join(directory, 'repository')], { cwd: directory });
    if (copied.status !== 0) throw new Error(copied.output);
    return maven;
  }

  /** Runs Maven in the directory, batch mode, without the noise of transfers' progress. */
  run(cwd: string, ...args: string[]): Promise<Ended> {
    return runMaven(this.program, join(this.directory, 'repository'), cwd, [
      ...['-s', join(this.directory, 'settings.xml')],
      ...args,
    ]);
  }

  deployFile(url: string, file: string, coordinates: string): Promise<Ended> {
    const [group, artifact, version] = coordinates.split(':');
    return this.run(
      this.directory,
      `${deployPlugin}:deploy-file`,
      ...[`-Dfile=${file}`, `-DgroupId=${group}`, `-DartifactId=${artifact}`, `-Dversion=${version}`],
      ...[`-Durl=${url}`, '-DrepositoryId=holdfast', '-DgeneratePom=false'],
    );
  }

  /** Resolves coordinates and what they depend on, all in one build. */
  async get(url: string, ...coordinates: string[]): Promise<Ended> {
    const [group, artifact, version] = dependencyPlugin.split(':');
    const executions = coordinates.map(
      (each, at) =>
        `<execution><id>get-${at}</id><phase>validate</phase><goals><goal>get</goal></goals><configuration><artifact>${each}</artifact><remoteRepositories>holdfast::::${url}</remoteRepositories></configuration></execution>`,
    );
    const pom = join(await scratch(), 'pom.xml');
    await writeFile(
      pom,
      `${header}<groupId>org.example.asking</groupId><artifactId>asking</artifactId><version>1</version><packaging>pom</packaging>
<build><plugins><plugin><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version><executions>${executions.join('')}</executions></plugin></plugins></build></project>`,
    );
    return this.run(dirname(pom), 'validate', '-U');
  }

  /** Names of the files that the local repository has of coordinates. */
  async local(coordinates: string): Promise<string[]> {
    const at = this.placeOf(coordinates);
    return existsSync(at) ? readdir(at) : [];
  }

  /** Where the local repository has the files of coordinates. */
  placeOf(coordinates: string): string {
    const [group, artifact, version] = coordinates.split(':');
    return join(this.directory, 'repository', ...group.split('.'), artifact, version);
  }
}

const runMaven = (program: string, repository: string, cwd: string, args: string[]): Promise<Ended> =>
  run(program, ['--batch-mode', '--no-transfer-progress', `-Dmaven.repo.local=${repository}`, ...args], {
    cwd,
    env: { MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xmx192m', HOME: cwd },
  });

interface MavenProject {
  group: string;
  version: string;
  /** Each depends on the one before it. */
  modules: string[];
  url: string;
}

/** Writes a project of several modules with a resource each, and answers where it is. */
export const mavenProject = async (
  root: string,
  { group, version, modules, url }: MavenProject,
): Promise<{ root: string }> => {
  const managed = Object.entries(plugins)
    .map(
      ([name, pin]) =>
        `<plugin><artifactId>maven-${name}-plugin</artifactId><version>${pin}</version></plugin>`,
    )
    .join('');
  const repository = `<id>holdfast</id><url>${url}</url>`;
  await mkdir(root, { recursive: true });
  await writeFile(
    join(root, 'pom.xml'),
    `${header}<groupId>${group}</groupId><artifactId>parent</artifactId><version>${version}</version><packaging>pom</packaging>
<properties><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<modules>${modules.map((module) => `<module>${module}</module>`).join('')}</modules>
<distributionManagement><repository>${repository}</repository><snapshotRepository>${repository}</snapshotRepository></distributionManagement>
<build><pluginManagement><plugins>${managed}</plugins></pluginManagement></build></project>`,
  );
  for (const [index, module] of modules.entries()) {
    const resources = join(root, module, 'src/main/resources');
    await mkdir(resources, { recursive: true });
    await writeFile(join(resources, `${module}.txt`), `${module} ${version}`);
    const dependency =
      index === 0
        ? ''
        : `<dependencies><dependency><groupId>${group}</groupId><artifactId>${modules[index - 1]}</artifactId><version>\${project.version}</version></dependency></dependencies>`;
    await writeFile(
      join(root, module, 'pom.xml'),
      `${header}<parent><groupId>${group}</groupId><artifactId>parent</artifactId><version>${version}</version></parent><artifactId>${module}</artifactId>${dependency}</project>`,
    );
  }
  return { root };
};

/** The contents of all elements of a name, in order. */
export const tagged = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'g'))].map(([, content]) => content);
