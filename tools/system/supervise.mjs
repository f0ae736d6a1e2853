import { banner } from './banner.mjs';
import { messageOf } from './failure.mjs';
import { Instance } from './instance.mjs';
import { openLog } from './log.mjs';
import { layout } from './paths.mjs';
import { privateDirectory } from './private-files.mjs';

/**
 * Runs an instance in this process until a signal ends it. Rejects when the instance cannot start; everything that was
 * started is stopped then. Resolves when it has been stopped by a signal.
 * @param {import('./settings.mjs').Settings} settings
 * @param {object} options
 * @param {(text: string) => void} [options.show] gets the log as it grows
 * @param {(text: string) => void} [options.onWait] gets what takes long
 * @param {(text: string) => void} options.onReady gets what to tell the operator
 */
export const supervise = async (settings, { show, onWait, onReady }) => {
  const { home, log, logFile, access: accessFile } = layout(settings.home);
  for (const directory of [home, log]) privateDirectory(directory);
  const logFor = openLog(logFile, show);
  const say = logFor('holdfast');
  const instance = new Instance(settings, logFor);
  /** @type {NodeJS.Signals | undefined} */
  let interrupted;
  const ended = new Promise((resolve) => {
    /** @param {NodeJS.Signals} signal */
    const end = (signal) => {
      if (interrupted) return;
      interrupted = signal;
      say(`stopping (${signal})`);
      resolve(instance.stop());
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  });
  try {
    await instance.claim();
    const first = await instance.start(onWait);
    if (first.missing) say(first.missing);
    say('ready');
    onReady(banner({ settings, accessFile, ...first }));
  } catch (error) {
    if (!interrupted) {
      say(`not started: ${messageOf(error)}`);
      await instance.stop();
      throw error;
    }
  }
  await ended;
  say('stopped');
};
