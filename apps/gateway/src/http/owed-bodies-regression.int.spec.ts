import { setTimeout as pause } from 'node:timers/promises';
import { DoorFixture, eventually, type Wire } from '../bytes/byte-door.fixture.js';
import { OpenDoor } from './open-door.fixture.js';

const put = (target: string, length: number): string =>
  `PUT ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

// Who was refused at a byte door before he had sent his body had a minute to do so, and his connection was in no bound
// but that of his address: whoever has many addresses held connections in any number.
describe('a client that owes a body that is refused', () => {
  const door = OpenDoor.ofSuite();

  it('counts among those that have to say something, whether it sends a part of it or not', async () => {
    await door.open({ deadlines: { head: 60_000, body: 60_000, stall: 60_000 }, waiting: 2 });
    door.serveBytes = (_request, response, _expects, owes) => {
      response.writeHead(401, { 'content-length': 2 }).write('no');
      owes();
    };
    const refused = async (sent: string): Promise<Wire> => {
      const wire = await door.dial();
      wire.say(put('/bytes', 1_000_000));
      await wire.hear('no');
      wire.say(sent);
      await pause(20);
      return wire;
    };
    const [first, second, third] = [await refused('x'.repeat(20_000)), await refused(''), await refused('')];
    await eventually(() => first.ended);
    await pause(50);
    expect([second.ended, third.ended]).toEqual([false, false]);
  });

  it('is told from one that has sent it', async () => {
    const bytes = await DoorFixture.open(
      (_, response) => response.end(),
      () => () => Promise.reject(new Error('nobody is asked')),
    );
    const target = '/acme/projects/web/repositories/maven/jars/a/b/1/b-1.jar';
    try {
      const wire = await bytes.dial();
      wire.say(put(target, 3));
      await wire.hear('401 ');
      await eventually(() => bytes.owing.length === 1);
      expect(bytes.owing).toEqual([target]);
      wire.say('abc');
      wire.say(put(target, 0));
      await eventually(() => wire.heard.split('401 ').length === 3);
      expect(bytes.owing).toHaveLength(1);
    } finally {
      await bytes.close();
    }
  });
});
