import { join } from 'node:path';
import { GitEngine } from '@holdfast/vcs-git';
import type { PushGate, VcsEngine } from '@holdfast/vcs-spi';

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
}

/** The engines that the byte process runs, one line each. Nothing else in it names one. */
export function vcsEngines(
  { stateDirectory, path, limits = {} }: EngineSettings,
  gate: PushGate,
): VcsEngine[] {
  const git = limits.pushCommands === undefined ? {} : { commands: limits.pushCommands };
  return [new GitEngine({ stateDirectory: join(stateDirectory, 'git'), path, gate, limits: git })];
}
