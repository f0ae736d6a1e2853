import type pg from 'pg';
import { log } from '../observability/logger.js';
import { wireOf, type DatabaseWire } from './library-insides.js';

/** How often connections are looked at, and how long a server may say nothing to a statement (both ms). */
export interface Silence {
  every: number;
  longest: number;
}

/** Longer than any statement may take that is not said to take more: the server ends it and says so. */
const usual: Silence = { every: 4_000, longest: 20_000 };

/** What was seen at the last look. */
interface Seen {
  bytes: number;
  /** Looks since then at which nothing had come. */
  silent: number;
}

/** What connections may take, as long as they are lent, where that is not the usual (ms). */
const allowances = new WeakMap<object, number>();

/** Until it goes back to the pool, statements of this connection may take so many milliseconds. */
export const allowSilence = (connection: object, milliseconds: number): void => {
  allowances.set(connection, milliseconds);
};

/**
 * Ends connections of the pool on which a statement gets no answer: a server whose machine has gone without a word
 * would hold all of them until the system gives up sending, a quarter of an hour later. Looks are counted, and not
 * time: while this process stands still nobody looks.
 */
export const endSilent = (shared: pg.Pool, { every, longest } = usual): void => {
  const open = new Map<DatabaseWire, Seen>();
  let looking: NodeJS.Timeout | undefined;

  const look = (): void => {
    for (const [client, seen] of open) {
      const { bytesRead } = client.connection.stream;
      const isSilent = client.readyForQuery === false && bytesRead === seen.bytes;
      seen.silent = isSilent ? seen.silent + 1 : 0;
      seen.bytes = bytesRead;
      if (seen.silent * every < Math.max(longest, allowances.get(client) ?? 0)) continue;
      open.delete(client);
      log.warn(
        { seconds: (seen.silent * every) / 1000 },
        'the database does not answer: a connection is ended',
      );
      client.connection.stream.destroy(new Error('Connection terminated: the database does not answer'));
    }
  };

  shared.on('connect', (client) => {
    const wire = wireOf(client);
    open.set(wire, { bytes: wire.connection.stream.bytesRead, silent: 0 });
    looking ??= setInterval(look, every).unref();
  });
  shared.on('release', (_, client) => allowances.delete(client));
  shared.on('remove', (client) => {
    open.delete(wireOf(client));
    if (open.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  });
};
