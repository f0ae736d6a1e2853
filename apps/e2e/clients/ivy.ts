import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch } from '../scratch.js';
import { clientPrograms, inAllClients } from '../system.js';
import type { Person } from '../world.js';
import { onPath, run, type Ended } from './program.js';

export interface IvyVersion {
  name: string;
  /** The class path. */
  jars: string[];
}

const jarOf = (version: string): string => join(clientPrograms, `ivy-${version}.jar`);

/** With these on its class path Ivy uses Apache HttpClient in place of the JDK's; Maven 3.9 brings them. */
const httpClientJars = (): string[] => {
  const directory = join(clientPrograms, 'maven-3.9.16/lib');
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => /^(httpclient|httpcore|commons-codec|jcl-over-slf4j|slf4j-api)-.*\.jar$/.test(name))
    .map((name) => join(directory, name));
};

const alone = (version: string): IvyVersion & { missing: boolean } => ({
  name: `Ivy ${version}`,
  jars: [jarOf(version)],
  missing: !existsSync(jarOf(version)) || !onPath('java'),
});

const withHttpClient = (version: string): IvyVersion & { missing: boolean } => ({
  name: `Ivy ${version} with HttpClient`,
  jars: [jarOf(version), ...httpClientJars()],
  missing: !existsSync(jarOf(version)) || httpClientJars().length === 0 || !onPath('java'),
});

/** The first is that of scenarios which one Ivy is enough for. */
export const ivies: (IvyVersion & { missing: boolean })[] = [
  alone('2.6.0'),
  ...inAllClients(withHttpClient('2.5.3'), withHttpClient('2.6.0'), alone('2.5.3')),
];

/** A person at a machine with Ivy and an empty cache. */
export class Ivy {
  private constructor(
    private readonly jars: string[],
    readonly directory: string,
  ) {}

  static async for(
    { id, password }: Pick<Person, 'id' | 'password'>,
    root: string,
    { jars }: Pick<IvyVersion, 'jars'>,
    realm = 'Holdfast',
  ): Promise<Ivy> {
    const directory = await scratch();
    await writeFile(
      join(directory, 'ivysettings.xml'),
      `<ivysettings><settings defaultResolver="holdfast"/>
<credentials host="${new URL(root).hostname}" realm="${realm}" username="${id}" passwd="${password}"/>
<caches defaultCacheDir="${join(directory, 'cache')}"/>
<resolvers><url name="holdfast" checksums="sha1,md5">
<ivy pattern="${root}/[organisation]/[module]/[revision]/ivy.xml"/>
<artifact pattern="${root}/[organisation]/[module]/[revision]/[artifact]-[revision].[ext]"/>
</url></resolvers></ivysettings>`,
    );
    return new Ivy(jars, directory);
  }

  run(...args: string[]): Promise<Ended> {
    const java = [
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-cp',
      this.jars.join(':'),
      'org.apache.ivy.Main',
    ];
    return run('java', [...java, '-settings', 'ivysettings.xml', ...args], { cwd: this.directory });
  }

  /** Publishes a module of one text file. */
  async publish(organisation: string, module: string, revision: string, content: string): Promise<Ended> {
    const files = join(this.directory, 'files');
    await mkdir(files, { recursive: true });
    await writeFile(join(files, `${module}.jar`), content);
    await writeFile(
      join(this.directory, 'ivy.xml'),
      `<ivy-module version="2.0"><info organisation="${organisation}" module="${module}"/>
<publications><artifact name="${module}" type="jar" ext="jar"/></publications></ivy-module>`,
    );
    return this.run(
      ...['-ivy', 'ivy.xml', '-publish', 'holdfast', '-revision', revision, '-status', 'release'],
      ...[
        '-publishpattern',
        join(files, '[artifact].[ext]'),
        '-deliverto',
        join(this.directory, `delivered-${revision}.xml`),
      ],
    );
  }

  retrieve(organisation: string, module: string, revision: string): Promise<Ended> {
    const pattern = join(this.directory, 'lib/[artifact]-[revision].[ext]');
    return this.run('-dependency', organisation, module, revision, '-retrieve', pattern, '-refresh');
  }
}
