import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from '../lock.mjs';
import { toolsDirectory } from '../paths.mjs';
import { installEngines } from './engines.mjs';
import { installNatsServer } from './nats-server.mjs';
import { installNodePackages } from './node-packages.mjs';
import { requireProgram } from './system-packages.mjs';

/** @param {string} line */
const say = (line) => process.stderr.write(`setup | ${line}\n`);

/**
 * Runs `work` while no other command changes what this checkout has installed or built.
 * @template T
 * @param {() => Promise<T>} work
 */
export const inCheckout = (work) => {
  mkdirSync(toolsDirectory, { recursive: true });
  return alone(join(toolsDirectory, 'checkout.pid'), work, (holder) =>
    say(`waiting for the command with pid ${holder.pid}, which is at work in this checkout`),
  );
};

/** Installs what is missing; `broker: false` when NATS_URL names one elsewhere. */
export const install = async ({ broker = true } = {}) => {
  await requireProgram('git', 'git', say);
  await installNodePackages(say);
  if (broker) await installNatsServer(say);
  await installEngines(say);
};
