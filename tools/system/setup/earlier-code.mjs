import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { checkout, toolsDirectory } from '../paths.mjs';
import { ask, perform } from './execute.mjs';

/**
 * The commit whose installations must start with the present code, with all that is in them; `apps/e2e/upgrade`
 * says what that is.
 */
const commit = 'c6144525b4cf102adb63df1f7fff453a9704bb63';

/** The tree of that commit, a checkout with commands of its own; they build it at their first use. */
export const earlierCode = join(toolsDirectory, `earlier-${commit.slice(0, 7)}`);

const sharesLock = () => {
  const [ours, theirs] = [checkout, earlierCode].map((root) => readFileSync(join(root, 'package-lock.json')));
  return ours.equals(theirs);
};

/**
 * Gives the tree our packages by links; those of the workspace lead into the tree itself.
 * @param {string} ours
 * @param {string} theirs
 */
const linkPackages = (ours, theirs) => {
  const scope = '@holdfast';
  mkdirSync(join(theirs, scope), { recursive: true });
  for (const name of readdirSync(ours)) if (name !== scope) symlinkSync(join(ours, name), join(theirs, name));
  for (const name of readdirSync(join(ours, scope)))
    symlinkSync(readlinkSync(join(ours, scope, name)), join(theirs, scope, name));
};

/** With another lock file than ours the tree gets no packages: its own commands install them. */
const sharePackages = () => {
  const [ours, theirs] = [checkout, earlierCode].map((root) => join(root, 'node_modules'));
  const isLinked = existsSync(theirs) && lstatSync(join(theirs, '.package-lock.json')).isSymbolicLink();
  if (isLinked && !sharesLock()) rmSync(theirs, { recursive: true });
  if (!existsSync(theirs) && sharesLock()) linkPackages(ours, theirs);
};

const unpack = async () => {
  const draft = `${earlierCode}.new`;
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
  renameSync(draft, earlierCode);
  return unpacked;
};

/** Takes the tree out of git's history, which a shallow clone has not. */
export const fetchEarlierCode = async () => {
  const taken = existsSync(earlierCode) ? { ok: true, output: '' } : await unpack();
  if (taken.ok) sharePackages();
  return taken;
};
