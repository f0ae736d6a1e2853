import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolsDirectory } from '../paths.mjs';
import { unpackPackages } from './system-packages.mjs';

/** @import { Outcome } from './execute.mjs' */
/** @import { Say } from './system-packages.mjs' */

/**
 * Obtains the library that shows a process another clock. It is unpacked only: no other program sees it.
 * @param {Say} say
 * @returns {Promise<Outcome>}
 */
export const fetchFaketime = async (say) => {
  const target = join(toolsDirectory, 'faketime');
  if (existsSync(target)) return { ok: true, output: '' };
  say('fetching libfaketime');
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  const result = await unpackPackages(draft, 'libfaketime');
  if (result.ok) renameSync(draft, target);
  return result;
};
