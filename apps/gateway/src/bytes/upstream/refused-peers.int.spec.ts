import { jest } from '@jest/globals';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { DomainError } from '@holdfast/kernel';
import { BytePeers, loopbackPeers, type NamesOfPeers } from '@holdfast/platform/byte-ports';
import { log } from '@holdfast/platform/observability';
import { asked, takenBody } from './exchange.fixture.js';
import { connectOnlyTo, Upstream } from './upstream.js';

describe('where a gateway fetches bytes', () => {
  let server: Server;
  let port: number;
  let connections: number;
  let error: jest.SpiedFunction<typeof log.error>;

  beforeEach(async () => {
    connections = 0;
    error = jest.spyOn(log, 'error').mockImplementation(() => undefined);
    server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.2', done));
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(async () => {
    connectOnlyTo(new BytePeers(loopbackPeers));
    jest.useRealTimers();
    jest.restoreAllMocks();
    await new Promise((done) => server.close(done));
  });

  const get = (host: string): Upstream =>
    asked({ method: 'GET', address: `http://${host}:${port}/a`, ticket: 't', headers: {} });
  const leading =
    (address: string): NamesOfPeers =>
    (_name, _options, found) =>
      found(null, [{ address, family: 4 }]);

  it('is nowhere but on its machine, until it is told: nothing is connected to, and the log says why', () => {
    expect(() => get('127.0.0.2')).toThrow(DomainError);
    expect(connections).toBe(0);
    expect(error).toHaveBeenCalledTimes(1);
    const [{ err }] = error.mock.calls[0] as unknown as [{ err: Error }];
    expect(err.message).toBe(`http://127.0.0.2:${port}: HOLDFAST_BYTES_PEERS does not allow it`);
  });

  it('is at what is allowed, by address and by name', async () => {
    connectOnlyTo(new BytePeers([`127.0.0.2:${port}`, `node:${port}`], undefined, leading('127.0.0.2')));
    for (const host of ['127.0.0.2', 'node']) expect((await takenBody(get(host)))?.toString()).toBe('hello');
    expect(error).not.toHaveBeenCalled();
  });

  it('is not where an allowed name leads to by now', async () => {
    connectOnlyTo(new BytePeers([`node:${port}`], undefined, leading('127.0.0.2')));
    await expect(get('node').head).rejects.toThrow('node leads to 127.0.0.2');
    expect(connections).toBe(0);
    expect(error).toHaveBeenCalledTimes(1);
  });

  it('is given up where nobody answers', async () => {
    connectOnlyTo(new BytePeers([`node:${port}`], undefined, () => undefined));
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    const { head } = get('node');
    jest.advanceTimersByTime(10_000);
    await expect(head).rejects.toThrow('nobody answers there');
  });
});
