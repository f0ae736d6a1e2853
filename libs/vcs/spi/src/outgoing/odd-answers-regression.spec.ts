import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { OutgoingProxy } from './outgoing-proxy.js';

// Node takes such an answer and throws where it is to give one: in a callback, so that it ended the process with the
// transfers of everybody.
describe('an answer of a remote that nobody can give on', () => {
  const answered = async (head: string): Promise<[number | undefined, string | undefined]> => {
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', () => socket.end(`${head}\r\nContent-Length: 0\r\n\r\n`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const proxy = await OutgoingProxy.to(url, { networks: ['127.0.0.0/8'] });
    try {
      const secret = Buffer.from(`${proxy.user}:${proxy.password}`).toString('base64');
      const headers = { 'proxy-authorization': `Basic ${secret}` };
      const asking = request({ host: '127.0.0.1', port: proxy.port, path: url.href, headers });
      asking.end();
      const [answer] = (await once(asking, 'response')) as [IncomingMessage];
      answer.resume();
      return [answer.statusCode, proxy.refusal];
    } finally {
      await proxy.close();
      server.close();
    }
  };

  const upgrade = 'HTTP/1.1 101 Other\r\nConnection: upgrade\r\nUpgrade: other';
  it.each(['HTTP/1.1 050 Odd', 'HTTP/1.1 000 Odd', 'HTTP/1.1 200 O\x01K', 'HTTP/1.1 999 Odd', upgrade])(
    'is refused: %j',
    async (head) => {
      expect(await answered(head)).toEqual([502, 'what the remote sends is not understood']);
    },
  );

  it('is none that is only unusual', async () => {
    expect(await answered('HTTP/1.1 299 Très bien')).toEqual([299, undefined]);
  });
});
