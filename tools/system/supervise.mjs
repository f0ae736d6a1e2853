import { banner } from './banner.mjs';
import { Instance } from './instance.mjs';
import { openLog } from './log.mjs';
import { layout } from './paths.mjs';
import { privateDirectory } from './private-files.mjs';

/**
 * Runs an instance in this process until a signal ends it. `show(text)` gets the log as it grows, if given.
 * `onReady(text)` gets what to tell the operator. Rejects when the instance cannot start; everything that was
 * started is stopped then. Resolves when it has been stopped by a signal.
 */
export const supervise = async (settings, { show, onReady }) => {
  const { home, log, logFile, access: accessFile } = layout(settings.home);
  for (const directory of [home, log]) privateDirectory(directory);
  const logFor = openLog(logFile, show);
  const say = logFor('holdfast');
  const instance = new Instance(settings, logFor);
  let interrupted;
  const ended = new Promise((resolve) => {
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
    const first = await instance.start();
    say('ready');
    onReady(banner({ settings, accessFile, ...first }));
  } catch (error) {
    if (!interrupted) {
      say(`not started: ${error.message}`);
      await instance.stop();
      throw error;
    }
  }
  await ended;
  say('stopped');
};
