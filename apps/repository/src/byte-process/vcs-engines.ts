import { join } from 'node:path';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { EngineLimits, TransferGate, VcsEngine } from '@holdfast/vcs-spi';

/** `directory`: absolute, where the repositories are. `reserve`: bytes; without it the usual ones. */
export interface DiskSetting {
  directory: string;
  reserve?: number;
}

export interface EnginesSettings {
  /** Absolute; each engine has a directory of its own in it, named as its kind. */
  stateDirectory: string;
  /** The search path for the programs of the engines. */
  path: string;
  limits?: EngineLimits;
  /** What of a disk the engines must leave free; absent: nobody asks how full it is. */
  disk?: DiskSetting;
}

/** The engines that the byte process runs: those of all kinds. */
export const vcsEngines = async (
  { stateDirectory, path, limits = {} }: EnginesSettings,
  gate: TransferGate,
): Promise<VcsEngine[]> => {
  const engines: VcsEngine[] = [];
  for (const { id, engine } of vcsKinds)
    engines.push(await engine({ stateDirectory: join(stateDirectory, id), path, gate, limits }));
  return engines;
};
