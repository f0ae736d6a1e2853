import type { NatsConnection } from '@nats-io/transport-node';
import { log } from '../observability/logger.js';

/**
 * Hears every event of the subject. One that cannot be read, or that `hear` fails on, is logged and left: an error
 * that reached the client would end its reading for good, and one sender could make everybody deaf.
 */
export const listen = <E>(connection: NatsConnection, subject: string, hear: (event: E) => void): void => {
  connection.subscribe(subject, {
    callback: (fault, message) => {
      if (fault) return;
      try {
        hear(message.json<E>());
      } catch (err) {
        log.error({ err, subject }, 'an event could not be heard');
      }
    },
  });
};
