import { eventually } from '../bytes/byte-door.fixture.js';
import { mostUnanswered } from './flood.rules.js';
import { OpenDoor, patient } from './open-door.fixture.js';

const small = 'GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n';

describe('what is sent ahead on a connection', () => {
  const door = OpenDoor.ofSuite();

  // All of 64 KiB became requests, also after the connection had been ended: 20 MB on 300 connections took a gigabyte
  // of memory and kept everybody waiting for twelve seconds.
  it('becomes no more requests than may be unanswered, however much comes at once', async () => {
    await door.open({ deadlines: patient });
    let made = 0;
    door.fastify?.server.on('request', () => (made += 1));
    door.serveBytes = () => undefined;
    const flood = await door.dial();
    flood.say(small.repeat(2_000));
    await eventually(() => flood.ended);
    expect(made).toBeGreaterThan(mostUnanswered);
    expect(made).toBeLessThan(mostUnanswered + 3);
  });

  it('is answered where it is less', async () => {
    await door.open({ deadlines: patient });
    const wire = await door.dial();
    wire.say(small.repeat(mostUnanswered));
    await eventually(() => wire.heard.split('\r\n\r\nbytes').length > mostUnanswered);
  });
});
