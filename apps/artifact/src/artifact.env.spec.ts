import { readArtifactEnv } from './artifact.env.js';

const given = { NATS_URL: 'nats://a', DATABASE_URL: 'postgres://b', HOLDFAST_DATA: '/data' };

describe('the settings of the service', () => {
  it('are few', () => {
    expect(readArtifactEnv({ ...given })).toEqual({
      natsUrl: 'nats://a',
      databaseUrl: 'postgres://b',
      data: '/data',
      bytes: { host: '127.0.0.1', port: 0 },
      siteUrl: 'http://127.0.0.1:8080',
      logLevel: 'info',
      health: { host: '127.0.0.1', port: 0 },
      drain: 5_000,
      eventCopies: 1,
    });
  });

  it.each([
    ['1000', 1000],
    ['2K', 2048],
    ['3G', 3 * 2 ** 30],
  ])('take %s as a limit', (value, limit) =>
    expect(readArtifactEnv({ ...given, HOLDFAST_STORAGE_LIMIT: value }).storageLimit).toBe(limit),
  );

  it('say where bytes are served, and what others are told of it', () => {
    const listening = { ...given, HOLDFAST_BYTES_LISTEN: '0.0.0.0:7070' };
    expect(readArtifactEnv({ ...listening, HOLDFAST_BYTES_URL: 'http://artifact:7070' }).bytes).toEqual({
      host: '0.0.0.0',
      port: 7070,
      url: 'http://artifact:7070',
    });
    expect(() => readArtifactEnv(listening)).toThrow('HOLDFAST_BYTES_URL is not set');
  });

  it('name a second store of blobs, which is another one', () => {
    const other = (url: string, besides: string) =>
      readArtifactEnv({ ...given, HOLDFAST_BLOBS_URL: url, HOLDFAST_BLOBS_OTHER_URL: besides }).otherBlobs;
    expect([other('s3://a', 'disk'), other('', 's3://a'), other('s3://a', 's3://b'), other('', '')]).toEqual([
      ...['disk', 's3://a', 's3://b', undefined],
    ]);
    expect(() => other('', 'disk')).toThrow('HOLDFAST_BLOBS_OTHER_URL is disk, the store that has all blobs');
    expect(() => other('s3://a', 's3://a')).toThrow('HOLDFAST_BLOBS_OTHER_URL is s3://a');
    expect(() => other('', '/data')).toThrow('HOLDFAST_BLOBS_OTHER_URL must be disk, or an address');
  });

  it('are refused when they make no sense', () => {
    expect(() => readArtifactEnv({ ...given, HOLDFAST_STORAGE_LIMIT: 'much' })).toThrow(
      'HOLDFAST_STORAGE_LIMIT',
    );
    expect(() => readArtifactEnv({ ...given, HOLDFAST_DATA: 'data' })).toThrow('HOLDFAST_DATA');
    expect(() => readArtifactEnv({ HOLDFAST_DATA: '/data' })).toThrow('NATS_URL');
    expect(() => readArtifactEnv({ ...given, HOLDFAST_NATS_COPIES: '6' })).toThrow('HOLDFAST_NATS_COPIES');
    for (const name of ['HOLDFAST_BYTES_LISTEN', 'HOLDFAST_BYTES_URL'])
      expect(() => readArtifactEnv({ ...given, [name]: '7070' })).toThrow(`${name} must be`);
  });
});
