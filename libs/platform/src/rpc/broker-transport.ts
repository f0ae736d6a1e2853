import { NatsConnectionImpl, setTransportFactory } from '@nats-io/transport-node';
import type { NatsConnection, NodeConnectionOptions, ServerInfo } from '@nats-io/transport-node';
import { NodeTransport, nodeResolveHost } from '@nats-io/transport-node/lib/node_transport.js';

/**
 * The client's transport, which asks for TLS where it has the options for it. Its own decides by what the broker says
 * first, and that comes in plain text: whoever stands in between could say `"tls_available": 1`, with which the client
 * is content and begins no TLS, so that user and password went to him. Here only `true` counts, and TLS comes then.
 */
class StrictTransport extends NodeTransport {
  override async peekInfo(): Promise<ServerInfo> {
    const info = await super.peekInfo();
    if (!this.options.tls) return info;
    // What else came in plain text is not of the broker, and neither are the names of others that it is to go to.
    const said: Partial<ServerInfo> = { ...info };
    delete said.connect_urls;
    this.yields = [Buffer.from(`INFO ${JSON.stringify(said)}\r\n`)];
    const has = info.tls_required === true || info.tls_available === true;
    return { ...info, tls_required: has, tls_available: false };
  }
}

/** As `connect` of the client. */
export const strictConnect = (options: NodeConnectionOptions): Promise<NatsConnection> => {
  // The client makes the transports of all connections by what was set last, those that it opens again, too.
  setTransportFactory({ factory: () => new StrictTransport(), dnsResolveFn: nodeResolveHost });
  return NatsConnectionImpl.connect(options);
};
