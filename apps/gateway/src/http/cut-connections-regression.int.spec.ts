import { cutBeforeAccepted } from './cut-clients.fixture.js';
import { OpenDoor } from './open-door.fixture.js';

// Of a connection that is cut before it is accepted the system does not say from where it came. What was asked on it
// was carried out, and its audit event named no address.
describe('a request on a connection that was cut before it was accepted', () => {
  const door = OpenDoor.ofSuite();

  it('is not carried out: nobody knows who asks', async () => {
    const addresses: (string | undefined)[] = [];
    await door.open({ connections: 1_000 });
    door.serveBytes = (request, response) => {
      addresses.push(request.socket.remoteAddress);
      response.end('bytes');
    };
    const ask = 'GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n';
    await cutBeforeAccepted(door.port, ask, 20);
    await door.said(ask, 'bytes');
    expect(addresses).toEqual(['127.0.0.1']);
  });
});
