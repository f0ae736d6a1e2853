import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from '../complaint.mjs';
import { toolsDirectory } from '../paths.mjs';
import { perform } from './execute.mjs';

const version = '9.6.1';
const directory = join(toolsDirectory, `stryker-${version}`);

/** The program that mutates; it is large and seldom used, so it is no dependency of the workspace. */
export const mutator = join(directory, 'node_modules/@stryker-mutator/core/bin/stryker.js');

/** Obtains it at its first use. */
export const installMutator = async () => {
  if (existsSync(mutator)) return;
  process.stderr.write('setup | installing Stryker\n');
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{ "private": true }\n');
  const packages = ['core', 'jest-runner'].map((name) => `@stryker-mutator/${name}@${version}`);
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps'];
  const { ok, output } = await perform('npm', ['install', ...options, ...packages], { cwd: draft });
  if (!ok) throw new Complaint(`Stryker could not be installed:\n${output}`);
  renameSync(draft, directory);
};
