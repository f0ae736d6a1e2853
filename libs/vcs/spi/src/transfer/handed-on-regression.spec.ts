import { Agent, request, type ClientRequest, type Server, type ServerResponse } from 'node:http';
import { endedRequest } from './ended-request.js';
import { listening, type Serve } from './listening.fixture.js';

// Who looks which process has a connection takes a moment. A request that was answered in it handed its connection on,
// and the next one on it was closed in its place: somebody else's.
describe('the connection of a request that is being given up', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let serve: Serve;
  let [engine, port]: [Server | undefined, number] = [undefined, 0];
  beforeAll(async () => ([engine, port] = await listening((asked, response) => serve(asked, response))));
  afterAll(() => {
    agent.destroy();
    engine?.closeAllConnections();
    engine?.close();
  });

  const ask = (): {
    asked: ClientRequest;
    answer: Promise<number | string>;
    reached: Promise<ServerResponse>;
  } => {
    const reached = new Promise<ServerResponse>((resolve) => (serve = (_, response) => resolve(response)));
    const asked = request({ host: '127.0.0.1', port, agent });
    const answer = new Promise<number | string>((resolve) => {
      asked.on('error', ({ message }) => resolve(message));
      asked.on('response', (come) => come.resume().once('end', () => resolve(come.statusCode ?? 0)));
    });
    asked.end();
    return { asked, answer, reached };
  };

  it('is not handed on to another one that would be closed with it', async () => {
    const first = ask();
    const response = await first.reached;
    let close = (): void => undefined;
    const over = endedRequest(first.asked, (_, closes) => {
      close = closes;
      return Promise.resolve();
    });
    response.end();
    expect(await first.answer).toBe(200);
    const second = ask();
    const other = await second.reached;
    close();
    other.end();
    expect(await second.answer).toBe(200);
    await over;
  });
});
