import { readGatewayEnv } from './gateway.env.js';

const least = { NATS_URL: 'nats://a' };

describe('the settings of the gateway', () => {
  it('have defaults for all but the broker', () => {
    expect(readGatewayEnv(least)).toEqual({
      natsUrl: 'nats://a',
      host: '127.0.0.1',
      port: 8080,
      siteUrl: 'http://127.0.0.1:8080',
      vendor: 'svc',
      hsts: 15_552_000,
      ssh: {
        host: '127.0.0.1',
        port: 2222,
        hostKeys: { directory: 'ssh', made: true },
        connections: { account: 64, company: 512 },
        trustedProxies: [],
      },
      trustedProxies: [],
      connections: 1024,
      transfers: { upload: 128, download: 256, fetch: 128, push: 64 },
      bodies: 64 * 2 ** 20,
      unsentAnswers: 64 * 2 ** 20,
      rates: {},
      bytePeers: ['127.0.0.1:*'],
      corsOrigins: [],
      logLevel: 'info',
      health: { host: '127.0.0.1', port: 0 },
      drain: 5_000,
      otlpRatio: 0.01,
      queryKeys: false,
    });
    expect(() => readGatewayEnv({})).toThrow('NATS_URL is not set');
  });

  it('are those of the installation', () => {
    const given = {
      ...{ HOLDFAST_HOST: '0.0.0.0', HOLDFAST_PORT: '81', HOLDFAST_RATE_ACCOUNT: '50/100' },
      ...{ HOLDFAST_CORS_ORIGINS: 'https://a *', HOLDFAST_TRUSTED_PROXIES: '10.0.0.1,10.0.0.2' },
      HOLDFAST_QUERY_KEYS: 'true',
      HOLDFAST_BYTES_PEERS: '*.repository:7070 10.0.0.0/8:7071',
      ...{ HOLDFAST_SSH_PORT: '22', HOLDFAST_SSH_HOST_KEYS: '/keys' },
      HOLDFAST_SSH_TRUSTED_PROXIES: '10.0.0.3 10.1.0.0/16',
    };
    expect(readGatewayEnv({ ...least, ...given })).toMatchObject({
      siteUrl: 'http://0.0.0.0:81',
      ssh: {
        ...{ host: '0.0.0.0', port: 22, hostKeys: { directory: '/keys', made: false } },
        trustedProxies: ['10.0.0.3', '10.1.0.0/16'],
      },
      rates: { account: { perSecond: 50, burst: 100 } },
      corsOrigins: ['https://a'],
      trustedProxies: ['10.0.0.1', '10.0.0.2'],
      queryKeys: true,
      bytePeers: ['*.repository:7070', '10.0.0.0/8:7071'],
    });
  });

  it('say where blobs lie, and where they may lie besides', () => {
    const places = (url: string, other: string, directory = '/blobs') => {
      const given = { HOLDFAST_BLOBS: directory, HOLDFAST_BLOBS_URL: url, HOLDFAST_BLOBS_OTHER_URL: other };
      const { blobs, blobsUrl, otherBlobs } = readGatewayEnv({ ...least, ...given });
      return [blobs, blobsUrl, otherBlobs];
    };
    expect(places('', '')).toEqual(['/blobs', undefined, undefined]);
    expect(places('s3://a', '')).toEqual([undefined, 's3://a', undefined]);
    expect(places('s3://a', 'disk')).toEqual([undefined, 's3://a', '/blobs']);
    expect(places('s3://a', 'disk', '')).toEqual([undefined, 's3://a', undefined]);
    expect(places('', 's3://a')).toEqual(['/blobs', undefined, 's3://a']);
    expect(() => places('', 'disk')).toThrow('HOLDFAST_BLOBS_OTHER_URL is disk');
  });

  it('say which downloads go by a bucket', () => {
    const of = (given: NodeJS.ProcessEnv) => readGatewayEnv({ ...least, ...given }).redirects;
    const bucket = { HOLDFAST_BLOBS_URL: 's3://a' };
    expect(of(bucket)).toBeUndefined();
    expect(of({ ...bucket, HOLDFAST_BLOBS_REDIRECT: '64M' })).toEqual({ from: 64 << 20 });
    const endpoint = { HOLDFAST_BLOBS_CLIENT_ENDPOINT: 'https://s3.example.org/' };
    expect(of({ ...bucket, ...endpoint, HOLDFAST_BLOBS_REDIRECT: '64K' })).toEqual({
      ...{ from: 65_536, endpoint: 'https://s3.example.org' },
    });
    expect(() => of({ HOLDFAST_BLOBS_REDIRECT: '64M' })).toThrow('HOLDFAST_BLOBS_REDIRECT needs a bucket');
  });

  it.each([
    ['HOLDFAST_BLOBS_REDIRECT', '63K'],
    ['HOLDFAST_BLOBS_CLIENT_ENDPOINT', 'https://s3.example.org/path'],
    ['HOLDFAST_PORT', 'http'],
    ['HOLDFAST_SITE_URL', 'code.example.org'],
    ['HOLDFAST_CONNECTIONS', '0'],
    ['HOLDFAST_SSH_CONNECTIONS_ACCOUNT', '0'],
    ['HOLDFAST_SSH_CONNECTIONS_COMPANY', 'all'],
    ['HOLDFAST_UPLOADS', '1.5'],
    ['HOLDFAST_BODIES', '0'],
    ['HOLDFAST_UNSENT_ANSWERS', 'much'],
    ['HOLDFAST_RATE_COMPANY', '50'],
    ['HOLDFAST_BYTES_PEERS', '10.0.0.0/8'],
    ['HOLDFAST_LOG_LEVEL', 'loud'],
    ['HOLDFAST_QUERY_KEYS', 'yes'],
    ['HOLDFAST_OTLP_ENDPOINT', 'collector:4318'],
    ['HOLDFAST_OTLP_RATIO', '2'],
  ])('are refused by name where %s is %s', (name, value) =>
    expect(() => readGatewayEnv({ ...least, [name]: value })).toThrow(`${name} must be`),
  );

  it.each(['HOLDFAST_TLS_CERT', 'HOLDFAST_TLS_KEY'])('are refused where %s is set alone', (name) =>
    expect(() => readGatewayEnv({ ...least, [name]: '/tls.pem' })).toThrow('must be set together'),
  );
});
