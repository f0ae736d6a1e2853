import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { refuse } from './refused-answer.js';

describe('a refusal over HTTP', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;
  beforeAll(async () => {
    server = createServer((_, response) => answer(response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** The whole answer as it comes over the wire, without its date. */
  const answered = (given: typeof answer): Promise<string[]> => {
    answer = given;
    return new Promise((resolve) => {
      let text = '';
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (/\r\n\r\n[^]*(\n|0\r\n\r\n|\})$/.test(text)) socket.destroy();
      });
      socket.on('close', () => resolve(text.split('\r\n').filter((line) => !line.startsWith('Date:'))));
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    });
  };

  it('has its reason in the status line and in its body, and is kept by nobody', async () => {
    const lines = await answered((response) => refuse(response, 404, ' no such\n\u00fcrepository '));
    expect(lines[0]).toBe('HTTP/1.1 404 no such repository');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Content-Type: text/plain; charset=utf-8',
        'Cache-Control: no-cache, max-age=0, must-revalidate',
        'Expires: Fri, 01 Jan 1980 00:00:00 GMT',
        'Pragma: no-cache',
        'Connection: keep-alive',
      ]),
    );
    expect(lines.join('\n')).toContain('\nno such repository\n');
  });

  it('has one line that is not too long, and the body that its kind wants', async () => {
    const body = { type: 'application/json', text: '{"a":"b"}' };
    const lines = await answered((response) => refuse(response, 413, 'x'.repeat(300), body));
    expect(lines[0]).toBe(`HTTP/1.1 413 ${'x'.repeat(200)}`);
    expect(lines).toContain('Content-Type: application/json');
    expect(lines.join('\n')).toContain('{"a":"b"}');
  });

  it('does not wait for a body that stalled', async () => {
    const lines = await answered((response) => refuse(response, 408, 'stalled'));
    expect(lines).toContain('Connection: close');
  });

  it('is none where an answer has begun, or nobody is there', async () => {
    const lines = await answered((response) => {
      response.writeHead(200, 'fine');
      refuse(response, 404, 'no such repository');
      response.end('all of it\n');
    });
    expect(lines[0]).toBe('HTTP/1.1 200 fine');
    expect(lines.join('\n')).toContain('all of it');
    const told: unknown[] = [];
    const gone = { headersSent: false, destroyed: true, writeHead: (...head: unknown[]) => told.push(head) };
    refuse(gone as unknown as ServerResponse, 404, 'no such repository');
    expect(told).toEqual([]);
  });
});
