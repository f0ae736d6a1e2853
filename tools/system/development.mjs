import { join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { acquire } from './lock.mjs';
import { openLog } from './log.mjs';
import { Part } from './part.mjs';
import { checkout, layout, mainOf } from './paths.mjs';
import { endProcess, livingProcess } from './pid-files.mjs';
import { runningInstance } from './running.mjs';
import { loadSecrets } from './secrets.mjs';
import { nodeOptions } from './services.mjs';
import { perform } from './setup/execute.mjs';
import { inCheckout } from './setup/install.mjs';
import { SourceChanges } from './source-changes.mjs';
import { projectsBehind } from './source-projects.mjs';

/** @import { Running } from './running.mjs' */
/** @import { Program } from './services.mjs' */
/** @import { Settings } from './settings.mjs' */

/** How often it is looked whether the installation still runs (ms). */
const looking = 500;
/** What a service has to end what it is at (ms). */
const patience = 15_000;

const compiler = join(checkout, 'node_modules/.bin/tsc');

/**
 * Runs one service from its sources in the place of the one that the running installation has started: builds it anew
 * when a source changes, and starts it again when the build succeeds. When this ends, or is killed, the installation
 * starts its own again.
 * @param {object} options
 * @param {Program} options.service
 * @param {Settings} options.settings
 * @param {Running} options.running
 * @param {string[]} options.nodeArguments what else Node is started with
 */
export const develop = async ({ service: { name, secret, nice }, settings, running, nodeArguments }) => {
  const home = layout(settings.home);
  const place = await acquire(home.standIn(name));
  if (place.holder) throw new Complaint(`tools/dev ${name} runs already, pid ${place.holder.pid}`);
  const logFor = openLog(home.logFile, (text) => process.stdout.write(text));
  const say = logFor('dev');
  const env = {
    ...running.services[name],
    ...(secret && { HOLDFAST_SECRET: loadSecrets(home.secrets, settings.secret).secret }),
  };
  const makePart = () =>
    new Part({
      ...{ name, env, nice, cwd: settings.home, patience, log: logFor(name) },
      command: process.execPath,
      args: [...nodeOptions, '--enable-source-maps', ...nodeArguments, mainOf(name)],
      pidFile: home.pidFile(`${name}.dev`),
    });

  const projects = projectsBehind(join(checkout, 'apps', name));
  const changes = new SourceChanges(projects.map((directory) => join(directory, 'src')));
  let stopped = false;
  const stop = () => {
    stopped = true;
    changes.note();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const look = setInterval(() => {
    if (runningInstance(home) || stopped) return;
    say('the installation has been stopped');
    stop();
  }, looking);

  /** @type {Part | undefined} */
  let part;
  try {
    while (!stopped) {
      const { ok, output } = await inCheckout(() =>
        perform(compiler, ['-b', `apps/${name}`], { cwd: checkout }),
      );
      if (ok && !stopped) {
        if (part) await part.stop();
        else await endProcess(livingProcess(home.pidFile(name)), { patience });
        part = makePart();
        part.start();
        say(`${name} runs from its sources`);
      }
      if (!ok) for (const line of output.split('\n')) say(line);
      await changes.next();
    }
  } finally {
    clearInterval(look);
    changes.end();
    await part?.stop();
    place.release();
  }
};
