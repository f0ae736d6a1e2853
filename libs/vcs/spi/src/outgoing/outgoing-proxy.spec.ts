import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { OutgoingProxy } from './outgoing-proxy.js';

describe('the way out for one remote', () => {
  let server: Server;
  let port: number;
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((asking, response) => {
      asked.push(`${asking.method} ${asking.url} ${asking.headers['proxy-authorization'] ?? 'no secret'}`);
      if (asking.url === '/moved')
        return void response.writeHead(301, { location: 'http://127.0.0.1/' }).end();
      asking.resume().on('end', () => response.writeHead(200, 'fine', { 'x-a': 'b' }).end('there'));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => void server.close());
  beforeEach(() => void asked.splice(0));

  const networks = ['127.0.0.0/8'];
  const basic = ({ user, password }: OutgoingProxy) =>
    `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const through = (proxy: OutgoingProxy, path: string, secret = basic(proxy), method = 'POST') =>
    new Promise<string>((resolve, reject) => {
      const headers = { 'proxy-authorization': secret };
      request({ host: '127.0.0.1', port: proxy.port, method, path, headers }, (answer: IncomingMessage) => {
        let text = `${answer.statusCode} `;
        answer.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text));
      })
        .on('error', reject)
        .end('body');
    });
  const tunnel = (proxy: OutgoingProxy, to: string, secret = basic(proxy)) =>
    new Promise<string>((resolve) => {
      const socket = connect(proxy.port, '127.0.0.1');
      let text = '';
      let sent = false;
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (!sent && text.startsWith('HTTP/1.1 200'))
          socket.write('GET /in HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        sent = true;
      });
      socket.on('close', () => resolve(text)).on('error', () => undefined);
      socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\nProxy-Authorization: ${secret}\r\n\r\n`);
    });
  const during = async (url: string, work: (proxy: OutgoingProxy) => Promise<void>): Promise<void> => {
    const proxy = await OutgoingProxy.to(new URL(url), { networks });
    try {
      await work(proxy);
    } finally {
      await proxy.close();
    }
  };

  it('carries requests of who has its secret, which goes no further', () =>
    during(`http://127.0.0.1:${port}/a`, async (proxy) => {
      expect(await through(proxy, `http://127.0.0.1:${port}/a?b`)).toBe('200 there');
      expect(asked).toEqual(['POST /a?b no secret']);
      expect(await through(proxy, `http://127.0.0.1:${port}/a`, 'Basic aGY6eA==')).toBe('407 ');
      expect(await tunnel(proxy, `127.0.0.1:${port}`, '')).toMatch(/^HTTP\/1.1 407 /);
      expect(asked).toHaveLength(1);
      expect([proxy.refusal, proxy.received > 5]).toEqual([undefined, true]);
    }));

  it('leads to one host and port only, and follows nobody elsewhere', () =>
    during(`http://127.0.0.1:${port}/a`, async (proxy) => {
      for (const path of [`http://127.0.0.1:1/a`, `http://127.0.0.2:${port}/a`, 'https://127.0.0.1/', '/a'])
        expect(await through(proxy, path)).toBe('403 ');
      expect(await tunnel(proxy, `127.0.0.1:${port}`)).toMatch(/^HTTP\/1.1 403 /);
      expect(proxy.refusal).toContain('another host');
      expect(await through(proxy, `http://127.0.0.1:${port}/moved`)).toBe('502 ');
    }));

  it('opens a tunnel for https', () =>
    during(`https://127.0.0.1:${port}/a`, async (proxy) => {
      expect(await tunnel(proxy, `127.0.0.1:${port}`)).toMatch(
        /^HTTP\/1.1 200 OK\r\n\r\nHTTP\/1.1 200 fine[^]*there/,
      );
      expect(await tunnel(proxy, '127.0.0.1:443')).toMatch(/^HTTP\/1.1 403 /);
      expect(await through(proxy, `http://127.0.0.1:${port}/a`)).toBe('403 ');
    }));

  it('says that nobody answers', () =>
    during('https://127.0.0.1:1/', async (proxy) => {
      expect(await tunnel(proxy, '127.0.0.1:1')).toMatch(/^HTTP\/1.1 502 /);
      expect(proxy.refusal).toBe('the remote does not answer');
    }));

  it('connects to the address that was found at first, and to none that is closed', async () => {
    const names = (found: string[]) => () => Promise.resolve(found);
    const url = new URL(`http://some.example:${port}/a`);
    const proxy = await OutgoingProxy.to(url, { networks, names: names(['127.0.0.1']) });
    expect(await through(proxy, url.href)).toBe('200 there');
    await proxy.close();
    for (const found of [['10.0.0.1'], ['8.8.8.8', '169.254.169.254'], ['::1'], []])
      await expect(OutgoingProxy.to(url, { networks, names: names(found) })).rejects.toMatchObject({
        code: 'remote',
      });
    await expect(OutgoingProxy.to(new URL('http://127.0.0.1/'), { networks: [] })).rejects.toThrow(
      'operator',
    );
  });
});
