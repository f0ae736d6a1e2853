import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolsDirectory } from '../paths.mjs';
import { unpackPackages } from './system-packages.mjs';

/** @import { Outcome } from './execute.mjs' */
/** @import { Say } from './system-packages.mjs' */

/**
 * Obtains Prometheus and promtool. They are unpacked only: installed, a Prometheus would run on the machine.
 * @param {Say} say
 * @returns {Promise<Outcome>}
 */
export const fetchPrometheus = async (say) => {
  const target = join(toolsDirectory, 'prometheus');
  if (existsSync(target)) return { ok: true, output: '' };
  say('fetching prometheus');
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  const result = await unpackPackages(draft, 'prometheus');
  if (result.ok) renameSync(draft, target);
  return result;
};
