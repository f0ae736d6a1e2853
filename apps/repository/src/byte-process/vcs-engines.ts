import { join } from 'node:path';
import { GitEngine } from '@holdfast/vcs-git';
import type { PushGate, VcsEngine } from '@holdfast/vcs-spi';

export interface EngineSettings {
  /** Absolute; each engine has a directory of its own in it. */
  stateDirectory: string;
  /** The search path for the programs of the engines. */
  path: string;
}

/** The engines that the byte process runs, one line each. Nothing else in it names one. */
export function vcsEngines({ stateDirectory, path }: EngineSettings, gate: PushGate): VcsEngine[] {
  return [new GitEngine({ stateDirectory: join(stateDirectory, 'git'), path, gate })];
}
