import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkout, toolsDirectory } from '../paths.mjs';
import { parsed } from '../private-files.mjs';
import { ask, perform } from './execute.mjs';

/**
 * The tree of a commit: a checkout with commands of its own, which build it at their first use.
 * @typedef {{ commit: string, place: string }} Tree
 */

/** @param {string} commit @returns {Tree} */
const treeOf = (commit) => ({ commit, place: join(toolsDirectory, `earlier-${commit.slice(0, 7)}`) });

/** Its installations must start with the present code, with all that is in them: `apps/e2e/proofs/upgrade`. */
export const earlierCode = treeOf('c6144525b4cf102adb63df1f7fff453a9704bb63');

/**
 * The last release, 0.1.0. Its services must serve beside the present ones: `apps/e2e/proofs/rolling`. Whoever makes a
 * release names its commit here.
 */
export const releasedCode = treeOf('9a793cda72bf4e8606cdb1ed1dd5cb9ab31b047d');

/**
 * Packages by the path at which they lie.
 * @typedef {Record<string, { version?: string, link?: boolean, resolved?: string, integrity?: string, optional?:
 * boolean }>} Packages
 */

/** @param {string} file a lock file, or what npm keeps beside the packages that it has installed */
const packagesIn = (file) => {
  const lock = parsed(readFileSync(file, 'utf8'));
  return /** @type {{ packages: Packages }} */ (lock).packages;
};

/**
 * The packages that the tree wants and we have not in that version; undefined where links cannot give them: one lies
 * inside of another, or in a scope of ours, which is linked as a whole.
 * @param {Packages} ours
 * @param {Packages} theirs
 */
export const lackingOf = (ours, theirs) => {
  const lacking = Object.entries(theirs).filter(
    ([path, { version, link, optional }]) =>
      path.startsWith('node_modules/') && !link && !optional && ours[path]?.version !== version,
  );
  const shared = new Set(Object.keys(ours).map((path) => path.split('/')[1]));
  const isLinked = (/** @type {string} */ path) =>
    path.lastIndexOf('node_modules/') > 0 || (path.includes('@') && shared.has(path.split('/')[1]));
  return lacking.some(([path]) => isLinked(path)) ? undefined : Object.fromEntries(lacking);
};

/**
 * Installs packages, as the tree's lock file wants them, into a directory that is made for it.
 * @param {Packages} packages
 * @param {string} directory
 */
const installInto = async (packages, directory) => {
  mkdirSync(directory, { recursive: true });
  if (Object.keys(packages).length === 0) return { ok: true, output: '' };
  const root = {
    name: 'lacking',
    version: '1.0.0',
    dependencies: Object.fromEntries(
      Object.entries(packages).map(([path, { version }]) => [path.slice('node_modules/'.length), version]),
    ),
  };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(root));
  // Without what they depend on: that is here, too, or one of ours.
  /** @type {Packages} */
  const bare = {};
  for (const [path, { version, resolved, integrity }] of Object.entries(packages))
    bare[path] = { version, resolved, integrity };
  const lock = { ...root, lockfileVersion: 3, requires: true, packages: { '': root, ...bare } };
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify(lock));
  return perform('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: directory,
  });
};

/** Where npm links the packages of a workspace. */
const scope = '@holdfast';

/**
 * Gives the tree our packages by links, and what it wants besides; those of the workspace lead into the tree itself.
 * @param {Tree} tree
 * @param {string} ours
 * @param {string} added where the packages lie that we have not
 */
const linkPackages = ({ place }, ours, added) => {
  const theirs = join(place, 'node_modules');
  mkdirSync(join(theirs, scope), { recursive: true });
  const names = existsSync(added) ? readdirSync(added).filter((name) => !name.startsWith('.')) : [];
  for (const name of names) renameSync(join(added, name), join(theirs, name));
  for (const name of readdirSync(ours))
    if (name !== scope && !/^\.(?!bin$)/.test(name) && !names.includes(name))
      symlinkSync(join(ours, name), join(theirs, name));
  for (const [path, { link, resolved = '' }] of Object.entries(packagesIn(join(place, 'package-lock.json'))))
    if (link) symlinkSync(join('../..', resolved), join(place, path));
  // All that it wants is there.
  symlinkSync('../package-lock.json', join(theirs, '.package-lock.json'));
};

/** Packages of the tree that cannot be had so are left to its own commands. @param {Tree} tree */
const sharePackages = async (tree) => {
  const [ours, theirs] = [checkout, tree.place].map((root) => join(root, 'node_modules'));
  const stamp = join(theirs, '.shared');
  const lock = readFileSync(join(checkout, 'package-lock.json'), 'utf8');
  const isLinked = lstatSync(join(theirs, '.package-lock.json'), { throwIfNoEntry: false })?.isSymbolicLink();
  const isOurs = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
  if (existsSync(theirs) && (isOurs || !isLinked)) return;
  rmSync(theirs, { recursive: true, force: true });
  const lacking = lackingOf(
    packagesIn(join(ours, '.package-lock.json')),
    packagesIn(join(tree.place, 'package-lock.json')),
  );
  if (!lacking) return;
  const draft = `${tree.place}.lacking`;
  rmSync(draft, { recursive: true, force: true });
  const { ok } = await installInto(lacking, draft);
  if (ok) {
    linkPackages(tree, ours, join(draft, 'node_modules'));
    writeFileSync(stamp, lock);
  }
  rmSync(draft, { recursive: true, force: true });
};

/** @param {Tree} tree */
const unpack = async ({ commit, place }) => {
  const draft = `${place}.new`;
  const archive = `${draft}.tar`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(join(draft, '.tools'), { recursive: true });
  const written = ask('git', '-C', checkout, 'archive', `--output=${archive}`, commit);
  if (!written.ok) return written;
  const unpacked = await perform('tar', ['-xf', archive, '-C', draft]);
  rmSync(archive);
  if (!unpacked.ok) return unpacked;
  const broker = '.tools/nats-server';
  if (existsSync(join(checkout, broker))) symlinkSync(join(checkout, broker), join(draft, broker));
  renameSync(draft, place);
  return unpacked;
};

/** Takes a tree out of git's history, which a shallow clone has not. @param {Tree} tree */
export const fetchCode = async (tree) => {
  const taken = existsSync(tree.place) ? { ok: true, output: '' } : await unpack(tree);
  if (taken.ok) await sharePackages(tree);
  return taken;
};

/** Builds a tree that is there, as its own commands do. @param {Tree} tree */
export const buildCode = async ({ place }) => {
  /** @type {unknown} */
  const own = await import(pathToFileURL(join(place, 'tools/system/build.mjs')).href);
  await /** @type {typeof import('../build.mjs')} */ (own).build();
};
