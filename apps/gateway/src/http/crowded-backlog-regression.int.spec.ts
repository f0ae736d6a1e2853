import { connect } from 'node:net';
import { OpenDoor, patient } from './open-door.fixture.js';

const asked = 'GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n';
const connections = 150;
const ahead = 90;

// One address opened connection after connection with a hundred requests sent ahead on each. All of them were taken in
// in the turn of the event loop in which a connection was accepted: with a tenth of a megabyte in a second it kept
// everybody's new connections waiting for seconds.
describe('beside connections with requests sent ahead', () => {
  const door = OpenDoor.ofSuite();

  it('a new one is answered before most of these', async () => {
    let made = 0;
    await door.open({ connections: 1_000, deadlines: patient });
    door.page = () => `{"n":${(made += 1)}}`;
    for (let count = 0; count < connections; count += 1) {
      const socket = connect({ port: door.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      door.sockets.push(socket.on('error', () => undefined));
      socket.write(asked.repeat(ahead));
      // They come before the one of somebody else.
      if (count % 30 === 29) await new Promise((resolve) => socket.once('connect', resolve));
    }
    const other = await door.said(asked, '{"n":');
    expect(other.heard).toContain('HTTP/1.1 200');
    expect(made).toBeLessThan((connections * ahead) / 5);
  });
});
