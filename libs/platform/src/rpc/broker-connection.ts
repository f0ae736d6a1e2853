import { isIP } from 'node:net';
import type { NatsConnection } from '@nats-io/transport-node';
import type { BrokerLogin } from '../credentials/credentials.js';
import type { BrokerTlsFiles } from './broker-place.js';
import { strictConnect } from './broker-transport.js';

export interface BrokerAddress {
  /** `host:port` of each broker of the cluster. */
  servers: string[];
  /** With TLS, and with these files, which are read again for each connection; absent: TLS if the broker wants it. */
  tls?: BrokerTlsFiles;
  /** What the connection is called, for the operator. */
  name: string;
  inboxPrefix: string;
  /** Read before each connection; without a user: the broker asks for none. */
  login: () => BrokerLogin;
}

/**
 * A connection to the broker that the client opens again for ever.
 * @throws Error where TLS is to be spoken with an address: the client would compare the certificate with `localhost`
 * @param patient whether a start before the broker's waits for it; otherwise it fails
 */
export const brokerConnection = async (
  { servers, tls, name, inboxPrefix, login }: BrokerAddress,
  patient: boolean,
): Promise<NatsConnection> => {
  if (tls && servers.some((server) => isIP(new URL(`nats://${server}`).hostname.replace(/[[\]]/g, ''))))
    throw new Error('NATS_URL must have names and no addresses where TLS is spoken with the broker');
  return strictConnect({
    servers,
    ...(tls && { tls: { caFile: tls.ca, certFile: tls.cert, keyFile: tls.key } }),
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
};
