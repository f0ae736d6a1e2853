/** The token under which the settings are injected. */
export const identityEnv = Symbol('identity.env');

/** Everything that the process takes from its environment; nothing else reads it. */
export interface IdentityEnv {
  natsUrl: string;
  databaseUrl: string;
  /** The file with the passwords of this process; absent: they stand in the two URLs. */
  credentials?: string;
  /** The installation's secret as bytes: company keys derive from it, and digests of requests are keyed with it. */
  secret: Buffer;
  logLevel: string;
  /** Public address of the installation, without a slash at the end. */
  siteUrl: string;
  /** SMTP server as a URL; without it mails become files in `mailSpool`. */
  smtpUrl?: string;
  mailSpool: string;
  mailFrom: string;
  /** Seats of the license; 0: not limited. */
  seats: number;
  /** Failed logins that one client address may have in five minutes. */
  loginBudget: number;
  /** Days without use, and days since the login, after which a session ends; undefined: never. */
  sessionIdleDays?: number;
  sessionDays?: number;
  /** Only company admins create projects. */
  projectsByAdminsOnly: boolean;
  /** For so many days audit events are kept. */
  auditDays: number;
}

const required = (env: NodeJS.ProcessEnv, name: string): string => {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

const positive = (env: NodeJS.ProcessEnv, name: string): number | undefined => {
  const value = env[name];
  if (!value) return undefined;
  if (!/^\d{1,9}$/.test(value) || Number(value) === 0) throw new Error(`${name} must be a positive number`);
  return Number(value);
};

export const readIdentityEnv = (env: NodeJS.ProcessEnv = process.env): IdentityEnv => {
  const secret = required(env, 'HOLDFAST_SECRET');
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new Error('HOLDFAST_SECRET must be 64 lower-case hex digits');
  const siteUrl = (env.HOLDFAST_SITE_URL ?? 'http://127.0.0.1:8080').replace(/\/+$/, '');
  return {
    natsUrl: required(env, 'NATS_URL'),
    databaseUrl: required(env, 'DATABASE_URL'),
    ...(env.HOLDFAST_CREDENTIALS ? { credentials: env.HOLDFAST_CREDENTIALS } : {}),
    secret: Buffer.from(secret, 'hex'),
    logLevel: env.HOLDFAST_LOG_LEVEL ?? 'info',
    siteUrl,
    smtpUrl: env.HOLDFAST_SMTP_URL || undefined,
    mailSpool: env.HOLDFAST_MAIL ?? 'mail',
    mailFrom: env.HOLDFAST_MAIL_FROM ?? `Holdfast <no-reply@${new URL(siteUrl).hostname}>`,
    seats: positive(env, 'HOLDFAST_SEATS') ?? 0,
    loginBudget: positive(env, 'HOLDFAST_LOGIN_BUDGET') ?? 500,
    sessionIdleDays: positive(env, 'HOLDFAST_SESSION_IDLE_DAYS'),
    sessionDays: positive(env, 'HOLDFAST_SESSION_DAYS'),
    projectsByAdminsOnly: env.HOLDFAST_PROJECTS_BY_ADMINS_ONLY === 'true',
    auditDays: positive(env, 'HOLDFAST_AUDIT_DAYS') ?? 365,
  };
};
