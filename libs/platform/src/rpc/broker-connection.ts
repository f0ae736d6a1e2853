import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { BrokerLogin } from '../credentials/credentials.js';

export interface BrokerAddress {
  /** `nats://host:port`; a user in it has been read by then. */
  servers: string;
  /** What the connection is called, for the operator. */
  name: string;
  inboxPrefix: string;
  /** Read before each connection; without a user: the broker asks for none. */
  login: () => BrokerLogin;
}

/**
 * A connection to the broker that the client opens again for ever.
 * @param patient whether a start before the broker's waits for it; otherwise it fails
 */
export const brokerConnection = (
  { servers, name, inboxPrefix, login }: BrokerAddress,
  patient: boolean,
): Promise<NatsConnection> =>
  connect({
    servers: new URL(servers).host,
    authenticator: () => {
      const { user, password } = login();
      return user ? { user, pass: password } : undefined;
    },
    // A password that was replaced at this moment is read again with the next attempt.
    ignoreAuthErrorAbort: true,
    name,
    inboxPrefix,
    noAsyncTraces: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: patient,
    timeout: 5_000,
    pingInterval: 5_000,
    maxPingOut: 2,
  });
