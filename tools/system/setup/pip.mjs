import { ask, perform, which } from './execute.mjs';
import { canInstall, installPackages } from './system-packages.mjs';

const hasPip = () => which('python3') && ask('python3', '-m', 'pip', '--version').ok;

/**
 * Installs packages from PyPI below a directory of ours; as root, pip itself too where it is missing.
 * @param {string} target
 * @param {string[]} what
 */
export const pipInstall = async (target, ...what) => {
  if (!hasPip()) {
    if (!canInstall()) return { ok: false, output: 'no Python with pip' };
    const packages = await installPackages('python3-pip');
    if (!packages.ok) return packages;
  }
  const quietly = ['--quiet', '--only-binary=:all:', '--disable-pip-version-check', '--no-input'];
  return perform('python3', ['-m', 'pip', 'install', ...quietly, '--target', target, ...what]);
};
