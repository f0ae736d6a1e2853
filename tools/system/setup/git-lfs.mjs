import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolsDirectory } from '../paths.mjs';
import { ask, perform, which } from './execute.mjs';
import { canInstall, installPackages, unpackPackages } from './system-packages.mjs';

/** @import { Outcome } from './execute.mjs' */
/** @import { Say } from './system-packages.mjs' */

const goVersion = 'v3.3.0';
const own = join(toolsDirectory, 'git-lfs');

/** @param {string} draft */
const fromPackage = async (draft) => {
  const unpacked = await unpackPackages(`${draft}/package`, 'git-lfs');
  if (unpacked.ok) renameSync(join(draft, 'package/usr/bin/git-lfs'), join(draft, 'git-lfs'));
  return unpacked;
};

/** @param {string} draft */
const fromGo = (draft) =>
  which('go')
    ? perform('go', ['install', `github.com/git-lfs/git-lfs/v3@${goVersion}`], {
        env: { ...process.env, CGO_ENABLED: '0', GOBIN: draft },
      })
    : Promise.resolve({ ok: false, output: 'no go' });

/**
 * Makes sure that the client of Git LFS is there: on PATH, or below .tools where nobody may install it.
 * @param {Say} say
 * @returns {Promise<Outcome>}
 */
export const installGitLfs = async (say) => {
  if (which('git-lfs') || existsSync(own)) return { ok: true, output: '' };
  say('installing git-lfs');
  if (canInstall()) {
    const installed = await installPackages('git-lfs');
    if (installed.ok) return installed;
  }
  const draft = `${own}.new`;
  let result = { ok: false, output: '' };
  for (const fill of [fromPackage, fromGo]) {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    result = await fill(draft);
    if (result.ok) result = ask(join(draft, 'git-lfs'), 'version');
    if (result.ok) {
      rmSync(join(draft, 'package'), { recursive: true, force: true });
      renameSync(draft, own);
      return result;
    }
  }
  rmSync(draft, { recursive: true, force: true });
  return result;
};
