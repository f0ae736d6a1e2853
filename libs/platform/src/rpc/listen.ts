import type { NatsConnection } from '@nats-io/transport-node';
import { log } from '../observability/logger.js';

/**
 * Calls `hear` for every event of the subject. If an event cannot be read, or `hear` throws, that is logged and the
 * next one is heard. Otherwise the error would end the subscription, and one sender could make everybody deaf.
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
