import { brokerTlsOf, brokerUrls, type BrokerTlsFiles } from '@holdfast/platform/rpc';
import {
  collectorAddress,
  flag,
  listenAddress,
  logLevel,
  matching,
  Settings,
  siteAddress,
  text,
  wholeNumber,
  type ListenAddress,
} from '@holdfast/platform/settings';

/** The token under which the settings are injected. */
export const identityEnv = Symbol('identity.env');

/** Everything that the process takes from its environment; nothing else reads it. */
export interface IdentityEnv {
  natsUrl: string;
  /** What TLS to the broker takes; absent: TLS if it wants it. */
  brokerTls?: BrokerTlsFiles;
  /** How many servers of the broker keep the events. */
  eventCopies: number;
  databaseUrl: string;
  /** The file with the passwords of this process; absent: they stand in the two URLs. */
  credentials?: string;
  /** The installation's secret as bytes: company keys derive from it, and digests of requests are keyed with it. */
  secret: Buffer;
  logLevel: string;
  /** Where the process says how it is; on the loopback, at a port of the system's choice, if nothing is said. */
  health: ListenAddress;
  /** The address of the collector of traces, to which OTLP goes over HTTP; absent: nothing is recorded. */
  otlp?: string | undefined;
  /** Milliseconds that what is under way has when the process is told to end. */
  drain: number;
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
  /** Mails for a lost password that one client address may ask for in five minutes. */
  recoveryBudget: number;
  /** Days without use, and days since the login, after which a session ends; undefined: never. */
  sessionIdleDays?: number;
  sessionDays?: number;
  /** Only company admins create projects. */
  projectsByAdminsOnly: boolean;
  /** For so many days audit events are kept. */
  auditDays: number;
}

const digits = matching(/^[0-9a-f]{64}$/, '64 lower-case hex digits');

/** @throws Error that names the variable which is missing or wrong, and what it wants */
export const readIdentityEnv = (env: NodeJS.ProcessEnv = process.env): IdentityEnv => {
  const settings = new Settings(env);
  const siteUrl = settings.optional('HOLDFAST_SITE_URL', siteAddress, 'http://127.0.0.1:8080');
  const sender = `Holdfast <no-reply@${new URL(siteUrl).hostname}>`;
  return {
    natsUrl: settings.required('NATS_URL', brokerUrls),
    brokerTls: brokerTlsOf({
      ca: settings.optional('HOLDFAST_NATS_TLS_CA', text),
      cert: settings.optional('HOLDFAST_NATS_TLS_CERT', text),
      key: settings.optional('HOLDFAST_NATS_TLS_KEY', text),
    }),
    eventCopies: settings.optional('HOLDFAST_NATS_COPIES', wholeNumber(1, 5), 1),
    databaseUrl: settings.required('DATABASE_URL', text),
    credentials: settings.optional('HOLDFAST_CREDENTIALS', text),
    secret: Buffer.from(settings.required('HOLDFAST_SECRET', digits), 'hex'),
    logLevel: settings.optional('HOLDFAST_LOG_LEVEL', logLevel, 'info'),
    health: settings.optional('HOLDFAST_HEALTH_LISTEN', listenAddress, { host: '127.0.0.1', port: 0 }),
    otlp: settings.optional('HOLDFAST_OTLP_ENDPOINT', collectorAddress),
    drain: 1_000 * settings.optional('HOLDFAST_DRAIN_SECONDS', wholeNumber(0, 3_600), 2),
    siteUrl,
    smtpUrl: settings.optional('HOLDFAST_SMTP_URL', text),
    mailSpool: settings.optional('HOLDFAST_MAIL', text, 'mail'),
    mailFrom: settings.optional('HOLDFAST_MAIL_FROM', text, sender),
    seats: settings.optional('HOLDFAST_SEATS', wholeNumber(0), 0),
    loginBudget: settings.optional('HOLDFAST_LOGIN_BUDGET', wholeNumber(1), 500),
    recoveryBudget: settings.optional('HOLDFAST_RECOVERY_BUDGET', wholeNumber(1), 100),
    sessionIdleDays: settings.optional('HOLDFAST_SESSION_IDLE_DAYS', wholeNumber(1)),
    sessionDays: settings.optional('HOLDFAST_SESSION_DAYS', wholeNumber(1)),
    projectsByAdminsOnly: settings.optional('HOLDFAST_PROJECTS_BY_ADMINS_ONLY', flag, false),
    auditDays: settings.optional('HOLDFAST_AUDIT_DAYS', wholeNumber(1), 365),
  };
};
