import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { perform, which } from './execute.mjs';
import { canInstall, installPackages, ownLists } from './system-packages.mjs';

/** @import { Outcome } from './execute.mjs' */

/** None of them starts a service by itself. */
const packages = ['subversion', 'apache2-bin', 'libapache2-mod-svn', 'libapache2-mod-perl2'];
export const subversionPackages = `apt-get install --no-install-recommends ${packages.join(' ')}`;

const programs = ['svn', 'svnadmin', 'svnlook', 'svnmucc', 'svnserve', 'svnrdump', 'svnsync'];
const modules = '/usr/lib/apache2/modules';
const server = '/usr/sbin/apache2';

/** Whether the system has all of it. */
export const hasSubversion = () =>
  programs.every((name) => which(name)) &&
  [server, `${modules}/mod_dav_svn.so`, `${modules}/mod_perl.so`].every((file) => existsSync(file));

/**
 * As root, the packages of the system; as an ordinary user they are unpacked into a directory of ours, with those of
 * their libraries that the system lacks.
 * @param {string} draft
 */
export const fillSubversion = (draft) =>
  canInstall() ? installPackages(...packages) : unpackPackages(draft);

/** @param {string} draft @returns {Promise<Outcome>} */
const unpackPackages = async (draft) => {
  if (!which('apt-get') || !which('dpkg')) return { ok: false, output: 'no apt-get' };
  const archives = join(draft, 'archives');
  mkdirSync(archives, { recursive: true });
  /** @type {string[]} */
  let own = [];
  let wanted = await missingPackages();
  if (!wanted.ok) {
    own = ownLists(join(draft, 'apt'));
    const lists = await perform('apt-get', ['-qq', ...own, 'update']);
    if (!lists.ok) return lists;
    wanted = await missingPackages(...own);
  }
  if (!wanted.ok) return wanted;
  const fetched = await perform('apt-get', ['-qq', ...own, 'download', ...wanted.names], { cwd: archives });
  if (!fetched.ok) return fetched;
  for (const file of readdirSync(archives)) {
    const unpacked = await perform('dpkg', ['-x', join(archives, file), draft]);
    if (!unpacked.ok) return unpacked;
  }
  for (const done of [archives, join(draft, 'apt')]) rmSync(done, { recursive: true, force: true });
  writePrograms(draft);
  return perform(join(draft, 'bin', 'svn'), ['--version', '--quiet']);
};

/** What an installation of the packages would bring. @param {string[]} own options of apt-get */
const missingPackages = async (...own) => {
  const options = ['-qq', '--print-uris', '-o', 'Debug::NoLocking=true', '--no-install-recommends'];
  const asked = await perform('apt-get', [...options, ...own, '--reinstall', 'install', ...packages]);
  const names = [...asked.output.matchAll(/^'[^']+' ([^\s_]+)_\S+\.deb /gm)].map(([, name]) => name);
  return { ...asked, ok: asked.ok && names.length > 0, names };
};

/** The programs find their libraries beside them. @param {string} draft */
const writePrograms = (draft) => {
  mkdirSync(join(draft, 'bin'));
  const libraries = readdirSync(join(draft, 'usr/lib'), { withFileTypes: true })
    .filter((each) => each.isDirectory() && each.name.includes('-linux-'))
    .map(({ name }) => `$here/usr/lib/${name}`)
    .join(':');
  for (const file of [...programs.map((name) => `usr/bin/${name}`), 'usr/sbin/apache2']) {
    const program = join(draft, 'bin', file.slice(file.lastIndexOf('/') + 1));
    const lines = [
      '#!/bin/sh',
      'here=$(dirname "$(dirname "$(readlink -f "$0")")")',
      `LD_LIBRARY_PATH="${libraries}" exec "$here/${file}" "$@"`,
    ];
    writeFileSync(program, `${lines.join('\n')}\n`);
    chmodSync(program, 0o755);
  }
};
