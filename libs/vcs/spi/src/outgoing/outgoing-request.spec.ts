import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { outgoingRequest } from './outgoing-request.js';

describe('a request of ours to another host', () => {
  let serve: (request: IncomingMessage, response: ServerResponse) => void;
  let server: Server;
  let url: URL;

  beforeAll(async () => {
    server = createServer((request, response) => serve(request, response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = new URL(`http://some.example:${(server.address() as AddressInfo).port}/a?b`);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const settings = { networks: ['127.0.0.0/8'], names: () => Promise.resolve(['127.0.0.1']) };
  const asked = (more: { body?: string; method?: 'GET' | 'POST'; signal?: AbortSignal } = {}) => {
    const headers = { 'x-own': 'own' };
    const signal = new AbortController().signal;
    return outgoingRequest(url, { method: 'POST', headers, signal, ...more }, settings);
  };
  const textOf = async (answer: IncomingMessage): Promise<string> => {
    let text = '';
    for await (const piece of answer) text += String(piece);
    return text;
  };
  const broken = { code: 'remote', message: 'the connection to the remote broke off' };

  it('is carried to the address that was found, under the name that was given', async () => {
    serve = (request, response) => {
      const { method, url: path, headers } = request;
      const said = [method, path, headers.host, headers['x-own'], headers['content-length']].join(' ');
      response.write(`${said}: `);
      request.pipe(response);
    };
    const answer = await asked({ body: 'ä' });
    expect(answer.statusCode).toBe(200);
    expect(await textOf(answer)).toBe(`POST /a?b ${url.host} own 2: ä`);
    expect(await textOf(await asked({ method: 'GET' }))).toBe(`GET /a?b ${url.host} own : `);
  });

  it('follows nobody elsewhere', async () => {
    serve = (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
    const answer = await asked();
    expect(answer.resume().statusCode).toBe(302);
  });

  it('fails where the other side goes on in another protocol', async () => {
    serve = ({ socket }) => socket.end('HTTP/1.1 101 Other\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n');
    await expect(asked()).rejects.toMatchObject({ code: 'remote' });
  });

  it('is refused where the name leads to a closed address', async () => {
    let times = 0;
    serve = (_, response) => {
      times += 1;
      response.end();
    };
    const request = { method: 'GET', headers: {}, signal: new AbortController().signal } as const;
    const closed = outgoingRequest(url, request, { ...settings, networks: [] });
    await expect(closed).rejects.toMatchObject({ code: 'remote' });
    expect(times).toBe(0);
  });

  it('fails where the other side hangs up, speaks no TLS, or nobody waits any more', async () => {
    serve = (request) => request.socket.destroy();
    await expect(asked()).rejects.toMatchObject(broken);
    serve = (_, response) => void response.end('not to be had');
    const secure = new URL(url.href.replace('http:', 'https:'));
    const request = { method: 'GET', headers: {}, signal: new AbortController().signal } as const;
    await expect(outgoingRequest(secure, request, settings)).rejects.toMatchObject(broken);
    serve = () => undefined;
    await expect(asked({ signal: AbortSignal.timeout(30) })).rejects.toMatchObject(broken);
  });

  it('fails where the other side is silent for too long', async () => {
    serve = () => undefined;
    await expect(
      outgoingRequest(
        url,
        { method: 'GET', headers: {}, signal: new AbortController().signal },
        settings,
        50,
      ),
    ).rejects.toMatchObject(broken);
  });
});
