import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Complaint } from '../complaint.mjs';
import { toolsDirectory } from '../paths.mjs';
import { ask, perform, which } from './execute.mjs';
import { canInstall, installPackages } from './system-packages.mjs';

/** @import { Say } from './system-packages.mjs' */

const wanted = join(import.meta.dirname, 'nodegit');
/** What is built serves this version of Node only. */
const directory = join(toolsDirectory, `nodegit-${process.platform}-${process.versions.modules}`);

/** The package, where it has been installed: it is built in minutes, so it is no dependency of the workspace. */
export const nodegit = join(directory, 'node_modules/nodegit');

export const hasNodegit = () => existsSync(nodegit);

/** How a service finds it. */
export const nodegitHere = () => (hasNodegit() ? { HOLDFAST_NODEGIT: nodegit } : {});

/** What it is built with, by the file or program that shows that it is there. */
const needs = [
  { name: 'g++', isThere: () => which('g++') },
  { name: 'make', isThere: () => which('make') },
  { name: 'python3', isThere: () => which('python3') },
  { name: 'libkrb5-dev', isThere: () => which('krb5-config') },
  { name: 'libssl-dev', isThere: () => existsSync('/usr/include/openssl/ssl.h') },
];

/** The headers of this Node, where they came with it: npm fetches them otherwise. */
const headers = () => {
  const root = dirname(dirname(process.execPath));
  return existsSync(join(root, 'include/node/node.h')) ? { npm_config_nodedir: root } : {};
};

/** What it was built from takes ten times as much room as what is loaded of it. */
export const spare = [
  'vendor',
  'src',
  'include',
  'generate',
  'build/Release/obj.target',
  'build/Release/.deps',
];

/**
 * Builds it, unless it is there.
 * @param {Say} say
 */
export const installNodegit = async (say) => {
  if (hasNodegit()) return;
  const missing = needs.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  if (missing.length > 0) {
    const names = missing.join(' ');
    if (!canInstall())
      throw new Complaint(
        `nodegit is built with ${names}: install them (Debian, Ubuntu: apt-get install ${names})`,
      );
    say(`installing ${names}`);
    const { ok, output } = await installPackages(...missing);
    if (!ok) throw new Complaint(`${names} could not be installed:\n${output}`);
  }
  say('building nodegit, which takes some minutes');
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(wanted, file), join(draft, file));
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const env = { ...process.env, ...headers(), JOBS: 'max' };
  const { ok, output } = await perform('npm', ['ci', ...options], { cwd: draft, env });
  if (!ok) throw new Complaint(`nodegit could not be built:\n${output}`);
  const built = join(draft, 'node_modules/nodegit');
  for (const each of spare) rmSync(join(built, each), { recursive: true, force: true });
  const loaded = ask(process.execPath, '-e', `require(${JSON.stringify(built)})`);
  if (!loaded.ok) throw new Complaint(`nodegit was built, and does not load:\n${loaded.output}`);
  renameSync(draft, directory);
};
