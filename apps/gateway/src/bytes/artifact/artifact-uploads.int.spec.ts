import { eventually } from '../byte-door.fixture.js';
import { ArtifactDoorFixture, ask, created, plain, put } from './artifact-door.fixture.js';

describe('an upload at the door for artifacts', () => {
  let door: ArtifactDoorFixture;
  let stored: Map<string, string>;
  beforeEach(async () => {
    door = await ArtifactDoorFixture.open();
    stored = new Map();
    door.decide = ({ method, path }) => {
      if (method === 'PUT') return { is: 'upload', address: `${door.address}${path}`, ticket: path };
      const text = stored.get(path);
      if (method === 'DELETE') stored.delete(path);
      return text === undefined ? plain(404, 'no such file') : plain(200, text);
    };
    door.serve = (req, res) => {
      let body = '';
      req.setEncoding('utf8').on('data', (text: string) => (body += text));
      req.on('end', () => {
        setTimeout(() => {
          stored.set(req.url ?? '', body);
          res.end(JSON.stringify(created));
        }, 30);
      });
    };
  });
  afterEach(() => door.close());

  const answer = (request: string, until: string): Promise<string> => door.answer(request, until);

  it('has its effect before the next request of its connection is looked at', async () => {
    const text = await answer(
      put('/a', 5) + 'piped' + ask('GET', '/a') + ask('DELETE', '/a') + ask('GET', '/a'),
      '404 no such file',
    );
    expect(text).toMatch(
      /^HTTP\/1\.1 201 [^]*HTTP\/1\.1 200 piped[^]*HTTP\/1\.1 200 piped[^]*HTTP\/1\.1 404 /,
    );
  });

  it('comes with a length, in chunks, or empty', async () => {
    await answer(put('/length', 3) + 'abc', '201 Created');
    await answer(
      `${put('/chunks', 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked')}3\r\nabc\r\n0\r\n\r\n`,
      '201 Created',
    );
    await answer(ask('PUT', '/empty'), '201 Created');
    expect([...stored]).toEqual([
      ['/length', 'abc'],
      ['/chunks', 'abc'],
      ['/empty', ''],
    ]);
  });

  it('in a transfer coding that we do not undo is refused', async () => {
    const coded = put('/a', 0).replace('Content-Length: 0', 'Transfer-Encoding: gzip, chunked');
    await answer(`${coded}3\r\nabc\r\n0\r\n\r\n`, '501 no transfer coding but chunked');
    expect(door.asked).toEqual([]);
  });

  it('is door.asked for only after the decision', async () => {
    let allow = (): void => undefined;
    const ready = new Promise<void>((resolve) => (allow = resolve));
    door.decide = async ({ path }) => {
      await ready;
      return { is: 'upload', address: `${door.address}${path}`, ticket: 't' };
    };
    const wire = await door.dial();
    wire.say(put('/a', 3, 'Expect: 100-continue\r\n'));
    await eventually(() => door.asked.length === 1);
    expect(wire.heard).toBe('');
    allow();
    await wire.hear('100 Continue');
    wire.say('abc');
    await wire.hear('201 Created');
  });

  it('leaves nothing when the client goes away, also when it had announced no length', async () => {
    let broken = 0;
    let givenUp = 0;
    door.serve = (req, res) => {
      if (req.method === 'DELETE') {
        givenUp += 1;
        return void res.writeHead(204).end();
      }
      req
        .resume()
        .on('error', () => (broken += 1))
        .on('end', () => stored.set('ended', ''));
    };
    const chunked = put('/a', 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    for (const [index, request] of [`${put('/a', 9)}half`, `${chunked}4\r\nhalf\r\n`].entries()) {
      const wire = await door.dial();
      wire.say(request);
      await eventually(() => door.asked.length === index + 1);
      wire.socket.end();
      await eventually(() => broken === index + 1 && givenUp === index + 1);
    }
    expect(stored.size).toBe(0);
  });

  it('whose body stops coming is 408, and its connection ends', async () => {
    const impatient = await ArtifactDoorFixture.open({ patience: 300 });
    impatient.decide = door.decide;
    const wire = await impatient.dial();
    wire.say(`${put('/a', 9)}half`);
    await wire.hear('408 no byte of the body came for 0.3 seconds');
    expect(wire.heard).toContain('Connection: close');
    wire.socket.end();
    await eventually(() => wire.ended);
    expect(stored.size).toBe(0);
    await impatient.close();
  });

  it('that fails before its end is 503 and keeps the connection', async () => {
    door.serve = (_, res) => void res.writeHead(503, { Connection: 'close' }).end();
    const wire = await door.dial();
    wire.say(put('/a', 4_000_000) + 'x'.repeat(1_000_000));
    await wire.hear('503 the repository cannot be reached');
    wire.say('x'.repeat(3_000_000) + ask('GET', '/none'));
    await wire.hear('404 no such file');
  });

  it('is refused before its end and keeps the connection', async () => {
    door.serve = (_, res) => void res.end(JSON.stringify(plain(413, 'too large')));
    const wire = await door.dial();
    wire.say(put('/a', 400_000));
    await wire.hear('\r\n\r\ntoo large');
    wire.say('x'.repeat(400_000) + ask('GET', '/none'));
    await wire.hear('404 no such file');
  });
});
