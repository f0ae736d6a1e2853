import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Complaint } from '../complaint.mjs';
import { toolsDirectory } from '../paths.mjs';
import { earlierCode, fetchEarlierCode } from './earlier-code.mjs';
import { perform, which } from './execute.mjs';
import { pipInstall } from './pip.mjs';
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

const fetched = [
  distribution('3.9.16'),
  distribution('4.0.0-rc-4'),
  jar('Ivy 2.6.0', 'ivy-2.6.0.jar', 'org.apache.ivy:ivy:2.6.0:jar'),
  jar('Ivy 2.5.3', 'ivy-2.5.3.jar', 'org.apache.ivy:ivy:2.5.3:jar'),
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

/** @param {string} artifact @param {string} directory */
const copyArtifact = (artifact, directory) =>
  perform(
    'mvn',
    [
      ...['--batch-mode', '--quiet', 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'],
      ...[`-Dartifact=${artifact}`, `-DoutputDirectory=${directory}`],
    ],
    { cwd: directory },
  );

/** Fetches one client into a draft directory and moves it into place when it is whole. @param {Client} client */
const fetchClient = async (client) => {
  const draft = join(toolsDirectory, `${client.at.replaceAll('/', '-')}.new`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  try {
    const copied = await copyArtifact(client.artifact, draft);
    if (!copied.ok) return copied;
    const [, artifact, version, type, classifier] = client.artifact.split(':');
    const file = join(draft, `${artifact}-${version}${classifier ? `-${classifier}` : ''}.${type}`);
    const target = join(toolsDirectory, client.at);
    mkdirSync(join(target, '..'), { recursive: true });
    if (!client.unpacked) {
      renameSync(file, target);
      return copied;
    }
    const unpacked = await perform('tar', ['-xzf', file, '-C', draft]);
    if (unpacked.ok) renameSync(join(draft, client.unpacked), target);
    return unpacked;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

/** The fuzzer of the served contract that knows nothing of ours. */
const schemathesis = { name: 'schemathesis', at: 'schemathesis', version: '4.32.5' };

const fetchSchemathesis = async () => {
  const target = join(toolsDirectory, schemathesis.at);
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  const result = await pipInstall(draft, `schemathesis==${schemathesis.version}`);
  if (result.ok) renameSync(draft, target);
  return result;
};

/**
 * Obtains what the tests drive the product with, below .tools/. What cannot be had is named on stderr, and is an
 * error where CI=true: there a test that cannot run counts as a failure.
 */
export const installClients = async () => {
  const missing = await installPrograms();
  for (const client of fetched.filter(({ at }) => !existsSync(join(toolsDirectory, at)))) {
    if (missing.includes('mvn')) {
      missing.push(client.name);
      continue;
    }
    say(`fetching ${client.name}`);
    const { ok, output } = await fetchClient(client);
    if (ok) continue;
    missing.push(client.name);
    say(`${client.name}: ${output.split('\n').slice(0, 3).join(' ')}`);
  }
  if (!existsSync(join(toolsDirectory, schemathesis.at))) {
    say(`fetching ${schemathesis.name}`);
    const { ok, output } = await fetchSchemathesis();
    if (!ok) {
      missing.push(schemathesis.name);
      say(`${schemathesis.name}: ${output.split('\n').at(-1)}`);
    }
  }
  const earlier = await fetchEarlierCode();
  if (!earlier.ok) {
    const name = `the code of ${basename(earlierCode)} in git's history`;
    missing.push(name);
    say(`${name}: ${earlier.output.split('\n').at(-1)}`);
  }
  if (!missing.length) return;
  const message = `the tests will lack ${missing.join(', ')}`;
  if (process.env.CI === 'true') throw new Complaint(message);
  say(message);
};
