import { requireProgram } from '../system/setup/system-packages.mjs';

/** Program and Debian package of what a run needs besides the product. */
const needed = [
  ['wrk', 'wrk'],
  ['nginx', 'nginx'],
  ['fcgiwrap', 'fcgiwrap'],
  ['curl', 'curl'],
  ['git', 'git'],
  ['ssh', 'openssh-client'],
];

/** Installs what is missing if it may, or says what it is in one line. */
export const requirePrograms = async () => {
  for (const [program, name] of needed)
    await requireProgram(program, name, (what) => process.stderr.write(`${what}\n`));
};
