import { outliveFaults } from '@holdfast/kernel';
import { ByteHost } from './byte-host.js';

/**
 * The byte process: a small plain Node process in which git runs and bytes flow, because a spawn stops the
 * process that makes it for a time in proportion to its memory. It is forked by the repository service, is
 * told everything over the channel between them, and ends when that channel does.
 */
const main = (): void => {
  const log = (error: unknown) =>
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  const host = new ByteHost(
    {
      send: (message, done) => {
        if (process.connected) process.send?.(message, undefined, undefined, done);
        else done(new Error('disconnected'));
      },
      onMessage: (take) => process.on('message', take),
    },
    log,
    () => process.exit(0),
  );
  const leave = (grace: number) => {
    setTimeout(() => process.exit(1), grace + 6000).unref();
    host.stop(grace).catch(log);
  };
  process.once('disconnect', () => leave(0));
  process.once('SIGTERM', () => leave(2000));
  // A terminal's interrupt goes to the whole group; the repository service decides when this process ends.
  process.on('SIGINT', () => undefined);
  outliveFaults((fault) => {
    console.error('a fault that nobody caught:');
    log(fault);
  });
};

main();
