import { setLogLevel } from '@holdfast/platform/observability';
import { brokerConnection, Rpc } from '@holdfast/platform/rpc';
import { ByteAuthority, replaceFiles } from '@holdfast/platform/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrokerOfSpec } from './nats.fixture.mjs';
import { freePort } from './ports.mjs';

/** @param {{ cert: string, key: string, ca: string }} files */
const tls = ({ cert, key, ca }) =>
  `tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${ca}", verify: true }\n`;

describe('TLS to the broker', () => {
  const broker = new BrokerOfSpec();
  const authority = new ByteAuthority();
  const files = authority.issue('DNS:part');
  /** @type {Rpc[]} */
  const open = [];
  beforeAll(async () => {
    setLogLevel('silent');
    await broker.start(undefined, tls(authority.issue('DNS:localhost')));
  });
  afterEach(() => Promise.all(open.splice(0).map((rpc) => rpc.connection.close())));
  afterAll(() => broker.stop());

  /**
   * Whether a broker is spoken with, or what is wrong.
   * @param {{ host?: string, port?: number, shown?: import('@holdfast/platform/rpc').BrokerTlsFiles }} [of]
   */
  const spoken = async ({ host = 'localhost', port = broker.port, shown } = {}) => {
    const login = () => ({ user: 'gateway', password: 'secret-gateway' });
    const at = { servers: [`${host}:${port}`], name: 'gateway', inboxPrefix: '_INBOX_gateway', login };
    try {
      const connection = await brokerConnection({ ...at, ...(shown && { tls: shown }) }, false);
      await connection.close();
      return 'yes';
    } catch (error) {
      return String(error);
    }
  };

  it('is spoken with files of the authority, at the first address that answers', async () => {
    const addresses = `tls://gateway:secret-gateway@localhost:${await freePort()},tls://localhost:${broker.port}`;
    const rpc = await Rpc.connect(addresses, 'gateway', undefined, files);
    open.push(rpc);
    expect(await rpc.rtt()).toBeGreaterThanOrEqual(0);
  });

  it('is not spoken without a certificate, with that of another authority, or to an address', async () => {
    const other = new ByteAuthority().issue('DNS:part');
    expect(await spoken({ shown: files })).toBe('yes');
    expect(await spoken({ shown: { ca: files.ca } })).not.toBe('yes');
    expect(await spoken({ shown: { ...files, cert: other.cert, key: other.key } })).not.toBe('yes');
    expect(await spoken({ shown: { ...files, ca: other.ca } })).toMatch(/certificate/);
    expect(await spoken({})).toMatch(/certificate/);
    expect(await spoken({ host: '127.0.0.1', shown: files })).toMatch('names and no addresses');
  });

  it('is not spoken with a broker of another name', async () => {
    await broker.pause();
    await broker.start(undefined, tls(authority.issue('DNS:elsewhere')));
    expect(await spoken({ shown: files })).toMatch(/altnames/);
    await broker.pause();
    await broker.start(undefined, tls(authority.issue('DNS:localhost')));
  });

  it('is wanted of a broker that has none', async () => {
    const plain = new BrokerOfSpec();
    await plain.start();
    try {
      expect(await spoken({ port: plain.port })).toBe('yes');
      expect(await spoken({ port: plain.port, shown: files })).toMatch(/does not support 'tls'/);
      expect(await spoken({ port: plain.port, shown: {} })).toMatch(/does not support 'tls'/);
    } finally {
      await plain.stop();
    }
  });

  it('goes on with files that were replaced', async () => {
    const address = `tls://gateway:secret-gateway@localhost:${broker.port}`;
    const rpc = await Rpc.connect(address, 'gateway', undefined, files);
    open.push(rpc);
    const next = new ByteAuthority();
    await broker.pause();
    replaceFiles(files, next.issue('DNS:part'));
    await broker.start(undefined, tls(next.issue('DNS:localhost')));
    for (let left = 200; ; left -= 1) {
      const answered = await rpc.rtt().then(
        () => true,
        () => false,
      );
      if (answered) break;
      if (left === 0) throw new Error('the broker is not found again');
      await sleep(50);
    }
  });
});
