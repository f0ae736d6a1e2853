import { readArtifactEnv } from './artifact.env.js';

const given = { NATS_URL: 'nats://a', DATABASE_URL: 'postgres://b', HOLDFAST_DATA: '/data' };

describe('the settings of the service', () => {
  it('are few', () => {
    expect(readArtifactEnv({ ...given })).toEqual({
      natsUrl: 'nats://a',
      databaseUrl: 'postgres://b',
      data: '/data',
      siteUrl: 'http://127.0.0.1:8080',
      logLevel: 'info',
    });
  });

  it.each([
    ['1000', 1000],
    ['2K', 2048],
    ['3G', 3 * 2 ** 30],
  ])('take %s as a limit', (value, limit) =>
    expect(readArtifactEnv({ ...given, HOLDFAST_STORAGE_LIMIT: value }).storageLimit).toBe(limit),
  );

  it('are refused when they make no sense', () => {
    expect(() => readArtifactEnv({ ...given, HOLDFAST_STORAGE_LIMIT: 'much' })).toThrow(
      'HOLDFAST_STORAGE_LIMIT',
    );
    expect(() => readArtifactEnv({ ...given, HOLDFAST_DATA: 'data' })).toThrow('HOLDFAST_DATA');
    expect(() => readArtifactEnv({ HOLDFAST_DATA: '/data' })).toThrow('NATS_URL');
  });
});
