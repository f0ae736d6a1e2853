import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { OutgoingProxy } from './outgoing-proxy.js';

describe('what goes the way out', () => {
  let server: Server;
  let origin: string;
  let serve: (asked: IncomingMessage, response: ServerResponse) => void;
  let proxy: OutgoingProxy;

  beforeAll(async () => {
    server = createServer({ maxHeaderSize: 128 << 10 }, (asked, response) => serve(asked, response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    serve = (asked, response) => void asked.resume().on('end', () => response.end('there'));
    proxy = await OutgoingProxy.to(new URL(`http://${origin}/`), { networks: ['127.0.0.0/8'] });
  });
  afterEach(() => proxy.close());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const secret = () => `Basic ${Buffer.from(`${proxy.user}:${proxy.password}`).toString('base64')}`;
  const begun = (headers: Record<string, string | string[]> = {}, method = 'POST') =>
    request({
      ...{
        host: '127.0.0.1',
        port: proxy.port,
        method,
        path: `http://${origin}/a?b`,
        maxHeaderSize: 128 << 10,
      },
      headers: { 'proxy-authorization': secret(), ...headers },
    });
  const answered = async (asking: ReturnType<typeof begun>, ...pieces: string[]) => {
    for (const piece of pieces) asking.write(piece);
    asking.end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    let text = '';
    for await (const piece of answer) text += String(piece);
    return { answer, text };
  };
  const ofOneConnection = [
    ...[
      'proxy-connection',
      'proxy-authorization',
      'proxy-authenticate',
      'keep-alive',
      'te',
      'trailer',
      'upgrade',
    ],
    ...['expect'],
  ];

  it('is what concerns both ends, and nothing that concerns one connection', async () => {
    let heard: IncomingMessage | undefined;
    let body = '';
    serve = (asked, response) => {
      heard = asked;
      asked.on('data', (piece: Buffer) => (body += piece.toString()));
      asked.on('end', () => {
        const own = Object.fromEntries(ofOneConnection.slice(0, -2).map((name) => [name, 'x']));
        response
          .writeHead(207, 'Many', { ...own, 'X-Own': ['a', 'b'], 'Transfer-Encoding': 'chunked' })
          .end('there');
      });
    };
    const own = Object.fromEntries(
      ofOneConnection.map((name) => [name, name === 'expect' ? '100-continue' : 'x']),
    );
    const asking = begun({ ...own, 'X-Own': ['a', 'b'], 'Proxy-Authorization': secret() });
    const { answer, text } = await answered(asking, 'one ', 'two');
    expect([heard?.method, heard?.url, body]).toEqual(['POST', '/a?b', 'one two']);
    const names = (heard?.rawHeaders ?? []).filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names.filter((name) => name !== 'connection').sort()).toEqual([
      ...['host', 'transfer-encoding', 'x-own', 'x-own'],
    ]);
    expect(heard?.headers.host).toBe(`127.0.0.1:${proxy.port}`);
    expect([answer.statusCode, answer.statusMessage, text]).toEqual([207, 'Many', 'there']);
    expect([answer.headers['x-own'], answer.headers['keep-alive']]).toEqual(['a, b', 'timeout=5']);
    for (const name of ['proxy-connection', 'proxy-authenticate', 'te', 'trailer'])
      expect([name, answer.headers[name]]).toEqual([name, undefined]);
    expect(proxy.sent).toBe(7);
    expect(proxy.received).toBeGreaterThan(50);
  });

  // A repository of Mercurial with 1,600 heads could not be imported, which any client could clone.
  it('may name very many things in its head', async () => {
    let heard: IncomingMessage | undefined;
    serve = (asked, response) => {
      heard = asked.resume();
      response.end();
    };
    const names = Array.from({ length: 90 }, (_, at): [string, string] => [
      `X-HgArg-${at}`,
      'x'.repeat(1_000),
    ]);
    expect((await answered(begun(Object.fromEntries(names)))).answer.statusCode).toBe(200);
    expect(heard?.headers['x-hgarg-89']).toHaveLength(1_000);
  });

  it('has its length where it has one, and may have a long head', async () => {
    let heard: IncomingMessage | undefined;
    const long = 'x'.repeat(40_000);
    serve = (asked, response) => {
      heard = asked.resume();
      response.writeHead(200, { 'X-Long': long }).end();
    };
    const { answer } = await answered(begun({ 'Content-Length': '4', 'X-Long': long }), 'body');
    expect([heard?.headers['content-length'], heard?.headers['transfer-encoding']]).toEqual(['4', undefined]);
    expect([heard?.headers['x-long'], answer.headers['x-long']]).toEqual([long, long]);
    await expect(answered(begun({ 'X-Long': 'x'.repeat(300_000) }))).rejects.toThrow(/hang up|ECONNRESET/);
  });

  it('is refused where it leads on, and passed on where it only says so', async () => {
    const status = async (given: number): Promise<number | undefined> => {
      serve = (asked, response) => void response.writeHead(given, { location: 'http://127.0.0.1/' }).end();
      return (await answered(begun({}, 'GET'))).answer.statusCode;
    };
    for (const given of [304, 299, 400, 404]) expect([given, await status(given)]).toEqual([given, given]);
    expect(proxy.refusal).toBeUndefined();
    for (const given of [300, 302, 399]) expect([given, await status(given)]).toEqual([given, 502]);
    expect(proxy.refusal).toBe('the remote leads to another address: give that one');
  });

  it('is nothing of who has no secret, or speaks no HTTP', async () => {
    for (const wrong of ['', 'Basic eA==', secret().replace(/.$/, '!')]) {
      const { answer } = await answered(begun({ 'proxy-authorization': wrong }));
      expect([answer.statusCode, answer.headers['proxy-authenticate']]).toEqual([407, 'Basic realm="out"']);
    }
    const socket = connect(proxy.port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
    let said = '';
    socket.on('data', (piece: Buffer) => (said += piece.toString()));
    await once(socket, 'close');
    expect([said, proxy.refusal]).toEqual(['', undefined]);
  });

  it('ends with whoever asks', async () => {
    const reached = new Promise<IncomingMessage>((resolve) => (serve = resolve));
    const asking = begun({}, 'GET');
    asking.on('error', () => undefined).end();
    const { socket } = await reached;
    asking.destroy();
    await once(socket, 'close');
  });

  it('breaks off where the remote breaks off, and says at first what was wrong', async () => {
    serve = (asked) => void asked.socket.destroy();
    const { answer } = await answered(begun({}, 'GET'));
    expect([answer.statusCode, answer.headers.connection]).toEqual([502, 'close']);
    serve = (asked, response) => void response.writeHead(302).end();
    await answered(begun({}, 'GET'));
    expect(proxy.refusal).toBe('the remote does not answer');
    serve = (asked, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => asked.socket.destroy(), 20);
    };
    await expect(answered(begun({}, 'GET'))).rejects.toThrow('aborted');
  });

  /** Through a tunnel to the same server; the first answer of the proxy has been read. */
  const tunnel = async (to: OutgoingProxy, host: string, more = ''): Promise<[Socket, string]> => {
    const socket = connect(to.port, '127.0.0.1').on('error', () => undefined);
    const own = `Basic ${Buffer.from(`${to.user}:${to.password}`).toString('base64')}`;
    socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\nProxy-Authorization: ${own}\r\n\r\n${more}`);
    const [said] = (await once(socket, 'data')) as [Buffer];
    return [socket, said.toString()];
  };
  const secure = (url: string) => OutgoingProxy.to(new URL(url), { networks: ['127.0.0.0/8'] });

  it('may begin at once in a tunnel, is counted, and ends with either side', async () => {
    const ownProxy = await secure(`https://${origin}/`);
    const before = ownProxy.heard;
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const [socket, said] = await tunnel(ownProxy, origin, 'GET /in HTTP/1.1\r\nHost: a\r\n\r\n');
    const [other] = await connected;
    let text = said;
    socket.on('data', (piece: Buffer) => (text += piece.toString()));
    while (!text.includes('there')) await once(socket, 'data');
    expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n\r\nHTTP\/1.1 200 OK\r\n/);
    const again = 'GET /again HTTP/1.1\r\nHost: a\r\n\r\n';
    socket.write(again);
    await once(socket, 'data');
    expect([ownProxy.sent, ownProxy.heard >= before]).toEqual([again.length, true]);
    expect(ownProxy.received).toBeGreaterThan(100);
    socket.destroy();
    if (!other.destroyed) await once(other, 'close');
    const [open] = await tunnel(ownProxy, origin);
    const closed = once(open, 'close');
    await ownProxy.close();
    await closed;
    expect(ownProxy.refusal).toBeUndefined();
  });

  it('goes to the port that an address without one means', async () => {
    const ownProxy = await secure('https://127.0.0.1/');
    const [, said] = await tunnel(ownProxy, '127.0.0.1:80');
    expect(said).toBe('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    expect(ownProxy.refusal).toBe('the remote leads to another host: give the address of that one');
    const [, unreached] = await tunnel(ownProxy, '127.0.0.1:443');
    expect(unreached).toMatch(/^HTTP\/1.1 (502 Bad Gateway|200 OK)\r\n/);
    await ownProxy.close();
  });

  it('has no more than sixteen connections at a time', async () => {
    serve = () => undefined;
    const asking = Array.from({ length: 17 }, () => begun({}, 'GET').on('error', () => undefined));
    const refused = new Promise((resolve) => asking.forEach((each) => each.on('close', resolve)));
    for (const each of asking) each.end();
    await refused;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asking.filter(({ destroyed }) => destroyed)).toHaveLength(1);
    for (const each of asking) each.destroy();
  });
});
