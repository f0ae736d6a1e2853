import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './paths.mjs';
import { environmentOf, operator, services } from './services.mjs';
import { readSettings } from './settings.mjs';

describe('the environment of a service', () => {
  const settings = readSettings({
    PATH: '/bin',
    AWS_SECRET: 'x',
    HOLDFAST_SMTP_URL: 'smtp://m',
    HOLDFAST_HOME: '/h',
  });
  const parts = { databaseUrl: (/** @type {string} */ name) => `postgres://${name}`, natsUrl: 'nats://h' };
  /** @param {string} name */
  const environment = (name) => {
    const service = services.find((each) => each.name === name);
    return service && environmentOf(service, settings, 'ab', parts);
  };

  it('carries its own database and broker user', () => {
    expect(environment('identity')).toMatchObject({
      DATABASE_URL: 'postgres://identity',
      NATS_URL: 'nats://h',
      HOLDFAST_CREDENTIALS: '/h/credentials/identity.json',
      HOLDFAST_SECRET: 'ab',
      HOLDFAST_DATA: '/h/data/identity',
      HOLDFAST_MAIL: '/h/mail',
      HOLDFAST_SMTP_URL: 'smtp://m',
    });
    expect(environment('gateway')).not.toHaveProperty('DATABASE_URL');
  });

  it('says where our own database is to who looks at its disk, and of another one what the operator says', () => {
    const gateway = services.filter(({ disk }) => disk);
    expect(gateway.map(({ name }) => name)).toEqual(['gateway']);
    const [service] = gateway;
    const diskOf = (/** @type {Record<string, string>} */ given) =>
      environmentOf(service, readSettings({ HOLDFAST_HOME: '/h', ...given }), 'ab', parts)
        .HOLDFAST_DATABASE_DISK;
    expect(diskOf({})).toBe('/h/postgres');
    expect(diskOf({ DATABASE_URL: 'postgres://d' })).toBeUndefined();
    expect(diskOf({ DATABASE_URL: 'postgres://d', HOLDFAST_DATABASE_DISK: '/db' })).toBe('/db');
  });

  it('looks for the programs of engines where setup puts them, then where the operator has them', () => {
    expect(environment('repository')?.PATH).toMatch(/(^|:)\/bin$/);
    expect(environment('identity')?.PATH).toBe('/bin');
  });

  it('carries nothing that the service has no use for', () => {
    expect(environment('identity')).not.toHaveProperty('AWS_SECRET');
    expect(environment('gateway')).not.toHaveProperty('HOLDFAST_SMTP_URL');
    for (const name of ['gateway', 'repository', 'artifact'])
      expect(environment(name)).not.toHaveProperty('HOLDFAST_SECRET');
  });

  it.each([...services, operator])('carries every setting that $name reads', (service) => {
    const file = join(checkout, 'apps', service.name, 'src', `${service.name}.env.ts`);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const read = text.match(/\b(HOLDFAST_[A-Z_]+|DATABASE_URL|NATS_URL)\b/g) ?? [];
    const given = environmentOf(
      service,
      { ...settings, environment: Object.fromEntries(read.map((variable) => [variable, 'x'])) },
      'ab',
      parts,
    );
    expect(read.filter((variable) => !(variable in given))).toEqual([]);
  });

  it.each(services)('has every setting of the operator for $name in the guide', ({ passes }) => {
    const guide = readFileSync(join(checkout, 'docs/guides/operating.md'), 'utf8');
    const rows = guide
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .join('\n');
    expect(passes.filter((variable) => !rows.includes(`\`${variable}\``))).toEqual([]);
  });
});
