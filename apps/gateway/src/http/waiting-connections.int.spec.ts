import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { eventually, Wire } from '../bytes/byte-door.fixture.js';
import { OpenDoor } from './open-door.fixture.js';
import { testTls } from './tls.fixture.js';

describe('of the connections whose clients have to say something the public door closes the one that waits longest', () => {
  const door = OpenDoor.ofSuite();
  const json = (length: number): string =>
    `POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const patient = { deadlines: { head: 60_000, body: 60_000, stall: 60_000 }, waiting: 2 };
  const half = 'GET /bytes HTTP/1.1\r\nHo';
  const rest = 'st: x\r\n\r\n';

  const stays = async (...wires: Wire[]): Promise<void> => {
    await pause(50);
    expect(wires.map(({ ended }) => ended)).toEqual(wires.map(() => false));
  };
  const arrive = async (text = ''): Promise<Wire> => {
    const wire = await door.said(text, '');
    await pause(20);
    return wire;
  };

  it('when there are too many, be their heads half or nothing', async () => {
    await door.open(patient);
    const [half1, none] = [await arrive(half), await arrive()];
    await stays(half1, none);
    const last = await arrive(half);
    await eventually(() => half1.ended);
    expect(half1.heard).toBe('');
    await stays(none, last);
    last.say(rest);
    await last.hear('bytes');
  });

  it('idle ones as well, from their last answer on', async () => {
    await door.open(patient);
    const [idle, none] = [await arrive(), await arrive()];
    idle.say(half + rest);
    await idle.hear('bytes');
    await arrive();
    await eventually(() => none.ended);
    await stays(idle);
    await arrive();
    await eventually(() => idle.ended);
  });

  it('and none that waits for us', async () => {
    await door.open(patient);
    let answer: () => void = () => undefined;
    door.serveBytes = (_, response) => void (answer = () => response.end('bytes'));
    const busy = await arrive(half + rest);
    const large = await arrive(`${json(9_000)}${'x'.repeat(8_000)}`);
    for (let left = 5; left > 0; left -= 1) await arrive(half);
    await stays(busy, large);
    answer();
    await busy.hear('bytes');
    large.say('x'.repeat(1_000));
    await large.hear('HTTP/1.1 400');
  });

  it('such as owe the rest of a small body, too', async () => {
    await door.open(patient);
    const small = await arrive(`${json(9)}{`);
    const none = await arrive();
    await stays(small, none);
    await arrive();
    await eventually(() => small.ended);
    expect(small.heard).toBe('');
    await stays(none);
  });

  it('before they speak TLS and after that', async () => {
    await door.open({ ...patient, tls: testTls });
    const bare = await arrive();
    const speak = async (): Promise<Wire> => {
      const socket = tls.connect({ port: door.port, host: '127.0.0.1', rejectUnauthorized: false });
      door.sockets.push(socket);
      await new Promise((resolve) => socket.once('secureConnect', resolve));
      return new Wire(socket);
    };
    const first = await speak();
    await stays(bare, first);
    const second = await speak();
    await eventually(() => bare.ended);
    await stays(first, second);
    await speak();
    await eventually(() => first.ended);
    second.say(half + rest);
    await second.hear('bytes');
  });
});
