import { log } from '@holdfast/platform/observability';
import type { ServerChannel } from 'ssh2';

/** Ends a channel with an exit status, and with a text that people see. */
export const endChannel = (channel: ServerChannel, code: number, text?: string): void => {
  try {
    if (text) channel.stderr.write(text);
    channel.exit(code);
    channel.end();
    channel.resume();
  } catch (error) {
    // The connection has ended meanwhile.
    log.debug({ err: error }, 'a channel had ended');
  }
};
