import { ask, perform, which } from './execute.mjs';
import { canInstall, installPackages } from './system-packages.mjs';

const hasPip = () => which('python3') && ask('python3', '-m', 'pip', '--version').ok;

/**
 * Installs packages from PyPI below a directory of ours; as root, pip itself too where it is missing. `build`: the one
 * that is built here, by programs of the versions in a file, `constraints`.
 * @param {string} target
 * @param {string[]} what
 * @param {{ build: string, constraints: string }} [options]
 */
export const pipInstall = async (target, what, options) => {
  if (!hasPip()) {
    if (!canInstall()) return { ok: false, output: 'no Python with pip' };
    const packages = await installPackages('python3-pip');
    if (!packages.ok) return packages;
  }
  const ready = ['--only-binary=:all:', ...(options ? [`--no-binary=${options.build}`] : [])];
  const quietly = ['--quiet', ...ready, '--disable-pip-version-check', '--no-input'];
  const env = { ...process.env, ...(options && { PIP_CONSTRAINT: options.constraints }) };
  return perform('python3', ['-m', 'pip', 'install', ...quietly, '--target', target, ...what], { env });
};
