import { readRepositoryEnv } from './repository.env.js';

const least = { NATS_URL: 'nats://a', DATABASE_URL: 'postgres://localhost/x', HOLDFAST_DATA: '/data' };

describe('the environment of the service', () => {
  it('has defaults for all but the broker, the database and the data', () => {
    expect(readRepositoryEnv(least)).toEqual({
      natsUrl: 'nats://a',
      databaseUrl: 'postgres://localhost/x',
      data: '/data',
      bytes: { host: '127.0.0.1', port: 0 },
      bytePeers: ['127.0.0.1:*'],
      node: 'node-1',
      siteUrl: 'http://127.0.0.1:8080',
      vendor: 'svc',
      sshHost: '127.0.0.1',
      sshPort: 2222,
      logLevel: 'info',
      health: { host: '127.0.0.1', port: 0 },
      drain: 2_000,
      eventCopies: 1,
      fetchRequest: 2 ** 24,
      pushCommands: 50_000,
      refs: 2 ** 25,
      gitMemory: { each: 2 ** 31, together: expect.any(Number) as number },
      pushMemory: 2 ** 28,
      pushUnpacked: 2 ** 36,
      fileVersion: 2 ** 28,
      largeFile: 2 ** 36,
      jobs: 4,
      remoteJobs: 4,
      importNetworks: [],
      remoteKeys: '/data/remote-keys',
      scrubDays: 30,
    });
    for (const name of Object.keys(least))
      expect(() => readRepositoryEnv({ ...least, [name]: '' })).toThrow(`${name} is not set`);
  });

  it('has memory for one program of git at least', () => {
    const of = (more: NodeJS.ProcessEnv) => readRepositoryEnv({ ...least, ...more }).gitMemory;
    expect(of({ HOLDFAST_GIT_MEMORY: '100T' })).toEqual({ each: 100 * 2 ** 40, together: 100 * 2 ** 40 });
    expect(of({ HOLDFAST_GIT_MEMORY_TOGETHER: '3G' })).toEqual({ each: 2 ** 31, together: 3 * 2 ** 30 });
    expect(of({}).together).toBeGreaterThanOrEqual(2 ** 31);
  });

  it('names a nodegit only where that is to read', () => {
    const place = { HOLDFAST_NODEGIT: '/opt/nodegit' };
    const nodegit = (more: NodeJS.ProcessEnv) => readRepositoryEnv({ ...least, ...more }).nodegit;
    expect(nodegit(place)).toBeUndefined();
    expect(nodegit({ ...place, HOLDFAST_GIT_READER: 'stock' })).toBeUndefined();
    expect(nodegit({ ...place, HOLDFAST_GIT_READER: 'nodegit' })).toBe('/opt/nodegit');
    expect(nodegit({ HOLDFAST_GIT_READER: 'nodegit' })).toBe('nodegit');
    expect(() => nodegit({ HOLDFAST_GIT_READER: 'libgit2' })).toThrow('HOLDFAST_GIT_READER');
  });

  it('is refused where a value could not be used', () => {
    for (const data of ['data', '/a"b', '/${a}', '/a\\b', '/a\nb'])
      expect(() => readRepositoryEnv({ ...least, HOLDFAST_DATA: data })).toThrow('HOLDFAST_DATA');
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_DATA: "/ho me's ü#;{%d}" })).not.toThrow();
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_IMPORT_NETWORKS: '10.0.0.0/33' })).toThrow(
      '10.0.0.0/8',
    );
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_NODE: 'a.b' })).toThrow('HOLDFAST_NODE');
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_PUSH_MEMORY: '1M' })).toThrow('HOLDFAST_PUSH_MEMORY');
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_GIT_MEMORY: 'much' })).toThrow('HOLDFAST_GIT_MEMORY');
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_FETCH_REQUEST: '1K' })).toThrow(
      'HOLDFAST_FETCH_REQUEST',
    );
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_PUSH_COMMANDS: '0' })).toThrow(
      'HOLDFAST_PUSH_COMMANDS',
    );
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_NATS_COPIES: '6' })).toThrow('HOLDFAST_NATS_COPIES');
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_REFS: '1K' })).toThrow('HOLDFAST_REFS');
    for (const name of ['HOLDFAST_JOBS', 'HOLDFAST_REMOTE_JOBS'])
      expect(() => readRepositoryEnv({ ...least, [name]: '0' })).toThrow(name);
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_SCRUB_DAYS: '-1' })).toThrow('HOLDFAST_SCRUB_DAYS');
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_FREE_SPACE_RESERVE: '5%' })).toThrow(
      'HOLDFAST_FREE_SPACE_RESERVE',
    );
    expect(readRepositoryEnv({ ...least, HOLDFAST_FREE_SPACE_RESERVE: '0' }).freeSpaceReserve).toBe(0);
    expect(() => readRepositoryEnv({ ...least, HOLDFAST_SSH_PORT: 'ssh' })).toThrow('HOLDFAST_SSH_PORT');
  });
});
