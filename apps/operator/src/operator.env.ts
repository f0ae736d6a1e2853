/** Everything that the command line takes from its environment; nothing else reads it. */
export interface OperatorEnv {
  natsUrl: string;
  /** The file with the password of the command line; absent: it stands in the URL. */
  credentials?: string;
  siteUrl: string;
  vendor: string;
  /** The SSH door as clients address it. */
  sshHost: string;
  sshPort: number;
}

export const readOperatorEnv = (env: NodeJS.ProcessEnv = process.env): OperatorEnv => {
  if (!env.NATS_URL) throw new Error('NATS_URL is not set');
  const siteUrl = (env.HOLDFAST_SITE_URL ?? 'http://127.0.0.1:8080').replace(/\/+$/, '');
  return {
    natsUrl: env.NATS_URL,
    ...(env.HOLDFAST_CREDENTIALS ? { credentials: env.HOLDFAST_CREDENTIALS } : {}),
    siteUrl,
    vendor: env.HOLDFAST_VENDOR ?? 'svc',
    sshHost: new URL(siteUrl).hostname,
    sshPort: Number(env.HOLDFAST_SSH_PORT ?? 2222),
  };
};
