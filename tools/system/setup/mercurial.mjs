import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from '../complaint.mjs';
import { toolsDirectory } from '../paths.mjs';
import { pipInstall } from './pip.mjs';

/** @import { Say } from './system-packages.mjs' */

/** What its server speaks HTTP with. */
const waitress = 'waitress==3.0.2';

/** With which older ones are built, which have no wheels. */
const builders = ['setuptools==68.2.2', 'wheel==0.42.0'];

/** @param {string} version */
const packagesOf = (version) => [`mercurial==${version}`, waitress];

/** The one that setup installs. @param {string} draft */
export const fillMercurial = (draft) => pipInstall(draft, packagesOf('7.2.4'));

/**
 * Another version beside it, for tests: out of a wheel, or else built, which takes a compiler of C and the headers of
 * Python. Answers its directory.
 * @param {string} version
 * @param {Say} say
 */
export const installMercurial = async (version, say) => {
  const target = join(toolsDirectory, `mercurial-${version}`);
  if (existsSync(target)) return target;
  say(`installing Mercurial ${version}`);
  const room = mkdtempSync(`${target}.new-`);
  try {
    const draft = join(room, 'draft');
    const wheel = await pipInstall(draft, packagesOf(version));
    if (!wheel.ok) {
      say(`there is no wheel of it: it is built`);
      rmSync(draft, { recursive: true, force: true });
      const constraints = join(room, 'builders.txt');
      writeFileSync(constraints, builders.map((each) => `${each}\n`).join(''));
      const built = await pipInstall(draft, packagesOf(version), { build: 'mercurial', constraints });
      if (!built.ok) throw new Complaint(`Mercurial ${version} cannot be had:\n${built.output}`);
    }
    renameSync(draft, target);
    return target;
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
};
