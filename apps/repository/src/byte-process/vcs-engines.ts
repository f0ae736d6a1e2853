import { join } from 'node:path';
import { GitEngine } from '@holdfast/vcs-git';
import type { TransferGate, VcsEngine } from '@holdfast/vcs-spi';

export interface EngineSettings {
  /** Absolute; each engine has a directory of its own in it. */
  stateDirectory: string;
  /** The search path for the programs of the engines. */
  path: string;
  limits?: EngineLimits;
}

/** What the operator of the installation allows; what is absent is as the engine has it. */
export interface EngineLimits {
  /** References that one push may change. */
  pushCommands?: number;
  /** Bytes of data of each program that takes a push in. */
  pushMemory?: number;
  /** Bytes of the objects of one push, unpacked. */
  pushUnpacked?: number;
}

/** The engines that the byte process runs, one line each. Nothing else in it names one. */
export function vcsEngines(
  { stateDirectory, path, limits = {} }: EngineSettings,
  gate: TransferGate,
): VcsEngine[] {
  const { pushCommands: commands, pushMemory, pushUnpacked } = limits;
  const git = Object.fromEntries(
    Object.entries({ commands, pushMemory, pushUnpacked }).filter(([, limit]) => limit !== undefined),
  );
  return [new GitEngine({ stateDirectory: join(stateDirectory, 'git'), path, gate, limits: git })];
}
