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

/**
 * Installs what is missing; `broker: false` when NATS_URL names one elsewhere. npm packages come at the same time as
 * the rest, which is fetched from other places; `then` begins as soon as they are there, and `whenProgramsAreThere` as
 * soon as the rest is, with the promise of the packages.
 * @param {{ broker?: boolean, then?: () => Promise<void>, whenProgramsAreThere?: (npm: Promise<void>) => void }}
 * [options]
 */
export const install = async ({
  broker = true,
  then = () => Promise.resolve(),
  whenProgramsAreThere = () => undefined,
} = {}) => {
  await requireProgram('git', 'git', say);
  const npm = installNodePackages(say);
  const packages = async () => {
    await npm;
    await then();
  };
  const programs = async () => {
    if (broker) await installNatsServer(say);
    await installEngines(say);
    whenProgramsAreThere(npm);
  };
  // Nothing is half-written by us when one of them has failed.
  const [first, second] = await Promise.allSettled([packages(), programs()]);
  for (const each of [first, second]) if (each.status === 'rejected') throw each.reason;
};
