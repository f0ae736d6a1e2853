import type { IdentityEnv } from './identity.env.js';

/** Settings of the service, as tests want them. */
export const testIdentityEnv = (settings: Partial<IdentityEnv>): IdentityEnv => ({
  natsUrl: '',
  eventCopies: 1,
  databaseUrl: '',
  secret: Buffer.alloc(32, 7),
  logLevel: 'silent',
  health: { host: '127.0.0.1', port: 0 },
  drain: 0,
  siteUrl: 'http://code.example.com',
  mailSpool: '/nonexistent',
  mailFrom: 'Holdfast <no-reply@code.example.com>',
  seats: 0,
  loginBudget: 500,
  recoveryBudget: 100,
  projectsByAdminsOnly: false,
  auditDays: 365,
  ...settings,
});
