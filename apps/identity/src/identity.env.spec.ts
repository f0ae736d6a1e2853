import { readIdentityEnv } from './identity.env.js';

const least = { NATS_URL: 'nats://a', DATABASE_URL: 'postgres://b', HOLDFAST_SECRET: 'ab'.repeat(32) };

describe('the settings of identity', () => {
  it('have defaults for all but the broker, the database and the secret', () => {
    expect(readIdentityEnv(least)).toEqual({
      natsUrl: 'nats://a',
      databaseUrl: 'postgres://b',
      secret: Buffer.alloc(32, 0xab),
      logLevel: 'info',
      health: { host: '127.0.0.1', port: 0 },
      drain: 2_000,
      eventCopies: 1,
      siteUrl: 'http://127.0.0.1:8080',
      mailSpool: 'mail',
      mailFrom: 'Holdfast <no-reply@127.0.0.1>',
      seats: 0,
      loginBudget: 500,
      recoveryBudget: 100,
      projectsByAdminsOnly: false,
      auditDays: 365,
    });
    for (const name of Object.keys(least))
      expect(() => readIdentityEnv({ ...least, [name]: '' })).toThrow(`${name} is not set`);
  });

  it('send mails from the site, and take no seats as no limit', () => {
    const given = { HOLDFAST_SITE_URL: 'https://code.example.org/', HOLDFAST_SEATS: '0' };
    expect(readIdentityEnv({ ...least, ...given })).toMatchObject({
      siteUrl: 'https://code.example.org',
      mailFrom: 'Holdfast <no-reply@code.example.org>',
      seats: 0,
    });
  });

  it.each([
    ['HOLDFAST_SECRET', 'secret'],
    ['HOLDFAST_OTLP_ENDPOINT', 'http://me:secret@collector'],
    ['HOLDFAST_SEATS', 'many'],
    ['HOLDFAST_LOGIN_BUDGET', '0'],
    ['HOLDFAST_RECOVERY_BUDGET', '0'],
    ['HOLDFAST_SESSION_DAYS', '-1'],
    ['HOLDFAST_NATS_COPIES', '6'],
    ['HOLDFAST_PROJECTS_BY_ADMINS_ONLY', '1'],
  ])('are refused by name where %s is %s', (name, value) =>
    expect(() => readIdentityEnv({ ...least, [name]: value })).toThrow(`${name} must be`),
  );
});
