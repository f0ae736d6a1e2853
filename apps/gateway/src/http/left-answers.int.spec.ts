import http, { type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { allAnswered, noteAnswer } from './last-answer.js';
import { closeWithConnection } from './left-answers.js';

describe('the answers of a connection that ends', () => {
  let server: http.Server;
  let answers: ServerResponse[];
  let closed: string[];
  let connection: Socket;
  let all: Promise<void>;

  beforeEach(async () => {
    answers = [];
    closed = [];
    server = http.createServer((request, response) => {
      connection = request.socket;
      noteAnswer(request, response);
      closeWithConnection(request, response);
      answers.push(response);
      response.on('close', () => closed.push(String(request.url)));
      if (request.url === '/answered') response.end('x');
      if (request.url === '/last') leave();
    });
    let leave = (): void => undefined;
    all = new Promise((resolve) => (leave = resolve));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => server.close());

  it('close, each of them once, though Node forgets those that were sent ahead', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const heads = ['/answered', '/taken', '/ahead', '/last'].map(
      (url) => `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    socket.write(heads.join(''));
    await all;
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toEqual(['/answered']);
    socket.destroy();
    while (closed.length < 4) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed.sort()).toEqual(['/ahead', '/answered', '/last', '/taken']);
    expect(answers.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true]);
    expect(allAnswered(connection)).toBeUndefined();
  });
});
