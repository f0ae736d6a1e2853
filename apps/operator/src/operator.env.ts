import { byteTlsFilesOf, loopbackPeers, peerRules, type ByteTlsFiles } from '@holdfast/platform/byte-ports';
import { brokerTlsOf, brokerUrls, type BrokerTlsFiles } from '@holdfast/platform/rpc';
import { port, Settings, siteAddress, sshAddress, text } from '@holdfast/platform/settings';

/** Everything that the command line takes from its environment; nothing else reads it. */
export interface OperatorEnv {
  natsUrl: string;
  /** What TLS to the broker takes; absent: TLS if it wants it. */
  brokerTls?: BrokerTlsFiles;
  /** The file with the password of the command line; absent: it stands in the URL. */
  credentials?: string;
  /** The byte ports of storage nodes to which files are sent. */
  bytePeers: readonly string[];
  /** Who this process is to them. */
  byteTls?: ByteTlsFiles;
  siteUrl: string;
  vendor: string;
  /** The SSH door as clients address it. */
  sshHost: string;
  sshPort: number;
}

/** @throws Error that names the variable which is missing or wrong, and what it wants */
export const readOperatorEnv = (env: NodeJS.ProcessEnv = process.env): OperatorEnv => {
  const settings = new Settings(env);
  const siteUrl = settings.optional('HOLDFAST_SITE_URL', siteAddress, 'http://127.0.0.1:8080');
  const sshPort = settings.optional('HOLDFAST_SSH_PORT', port, 2222);
  return {
    natsUrl: settings.required('NATS_URL', brokerUrls),
    brokerTls: brokerTlsOf({
      ca: settings.optional('HOLDFAST_NATS_TLS_CA', text),
      cert: settings.optional('HOLDFAST_NATS_TLS_CERT', text),
      key: settings.optional('HOLDFAST_NATS_TLS_KEY', text),
    }),
    credentials: settings.optional('HOLDFAST_CREDENTIALS', text),
    byteTls: byteTlsFilesOf({
      cert: settings.optional('HOLDFAST_BYTES_TLS_CERT', text),
      key: settings.optional('HOLDFAST_BYTES_TLS_KEY', text),
      ca: settings.optional('HOLDFAST_BYTES_TLS_CA', text),
    }),
    bytePeers: settings.optional('HOLDFAST_BYTES_PEERS', peerRules, [...loopbackPeers]),
    siteUrl,
    vendor: settings.optional('HOLDFAST_VENDOR', text, 'svc'),
    ...settings.optional('HOLDFAST_SSH_URL', sshAddress, { sshHost: new URL(siteUrl).hostname, sshPort }),
  };
};
