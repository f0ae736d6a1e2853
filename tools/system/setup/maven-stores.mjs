import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { toolsDirectory } from '../paths.mjs';
import { readJson } from '../private-files.mjs';
import { perform } from './execute.mjs';

/** @import { Outcome } from './execute.mjs' */

const stores = join(toolsDirectory, 'maven-stores');

/** The versions of the plugins by which the scenarios build; they read the same file. */
const plugins = /** @type {Record<string, string>} */ (
  readJson(join(import.meta.dirname, 'maven-plugins.json'))
);

/** The goal of a plugin, with the plugin's version. @param {string} name @param {string} goal */
const goalOf = (name, goal) => `org.apache.maven.plugins:maven-${name}-plugin:${plugins[name]}:${goal}`;

const header = '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>';

/**
 * A project of one module with a resource, which is deployed to a directory.
 * @param {string} root
 * @param {string} url
 */
const writeProject = (root, url) => {
  const managed = Object.entries(plugins).map(
    ([name, version]) =>
      `<plugin><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`,
  );
  const own = '<groupId>org.example.warm</groupId><artifactId>parent</artifactId><version>1</version>';
  const resources = join(root, 'one/src/main/resources');
  mkdirSync(resources, { recursive: true });
  writeFileSync(join(resources, 'one.txt'), 'one');
  writeFileSync(
    join(root, 'pom.xml'),
    `${header}${own}<packaging>pom</packaging><modules><module>one</module></modules>
<properties><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<distributionManagement><repository><id>warm</id><url>${url}</url></repository></distributionManagement>
<build><pluginManagement><plugins>${managed.join('')}</plugins></pluginManagement></build></project>`,
  );
  writeFileSync(
    join(root, 'one/pom.xml'),
    `${header}<parent>${own}</parent><artifactId>one</artifactId></project>`,
  );
};

/**
 * @param {string} program
 * @param {string} store
 * @returns {Promise<Outcome>}
 */
const fill = async (program, store) => {
  // What a run before left when it was ended.
  for (const name of readdirSync(stores))
    if (name.startsWith(`${basename(store)}.new-`))
      rmSync(join(stores, name), { recursive: true, force: true });
  const draft = mkdtempSync(`${store}.new-`);
  const directory = mkdtempSync(join(tmpdir(), 'maven-store-'));
  try {
    // Most of what one Maven needs another has fetched.
    const other = readdirSync(stores).find((name) => !name.includes('.new-'));
    if (other) await perform('cp', ['-al', `${join(stores, other)}/.`, draft]);
    const root = join(directory, 'project');
    const url = `file://${join(directory, 'remote')}`;
    writeProject(root, url);
    // All in one start: each project in its turn deploys itself, then a file, and gets what the first one deployed.
    const goals = [
      ...['deploy', goalOf('deploy', 'deploy-file'), goalOf('dependency', 'get')],
      ...[`-Dfile=${join(root, 'pom.xml')}`, '-DgroupId=w', '-DartifactId=w', '-Dversion=1', `-Durl=${url}`],
      ...['-Dartifact=org.example.warm:parent:1:pom', `-DremoteRepositories=warm::::${url}`],
    ];
    const result = await perform(
      program,
      ['--batch-mode', '--quiet', '--no-transfer-progress', `-Dmaven.repo.local=${draft}`, ...goals],
      { cwd: root, env: { ...process.env, MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx192m' } },
    );
    if (!result.ok) return result;
    rmSync(join(draft, 'org/example/warm'), { recursive: true });
    renameSync(draft, store);
    return result;
  } finally {
    for (const left of [draft, directory]) rmSync(left, { recursive: true, force: true });
  }
};

/**
 * A local repository for each of these Mavens, with the plugins that the scenarios use: filled once for this checkout,
 * so that no scenario waits for what others have on their servers. Answers which could not be filled.
 * @param {{ name: string, at: string, program: string }[]} mavens `at`: what the store is called
 */
export const fillMavenStores = async (mavens) => {
  mkdirSync(stores, { recursive: true });
  /** @type {{ name: string, output: string }[]} */
  const failed = [];
  for (const { name, at, program } of mavens) {
    const store = join(stores, at);
    if (existsSync(store)) continue;
    const { ok, output } = await fill(program, store);
    if (!ok) failed.push({ name, output });
  }
  return failed;
};
