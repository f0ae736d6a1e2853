import { basic, DoorFixture } from '../byte-door.fixture.js';

// A byte process that was broken into: a proxy that waits for the body would take the next answer for it.
describe('an answer without a body', () => {
  it.each([204, 304])('of status %i has no length, whatever the byte process says of it', async (status) => {
    const door = await DoorFixture.open(
      (req, res) => void req.resume().on('end', () => res.writeHead(status, { 'content-length': 70 }).end()),
      (address) => () => ({ address, ticket: 'a-ticket' }),
    );
    const wire = await door.dial();
    wire.say(
      'POST /acme/projects/web/repositories/git/team/code/git-upload-pack HTTP/1.1\r\nHost: x\r\n' +
        `${basic('guest')}Content-Type: application/x-git-upload-pack-request\r\nContent-Length: 4\r\n\r\n0000`,
    );
    const text = await wire.hear('\r\n\r\n');
    await door.close();
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text.toLowerCase()).not.toContain('content-length');
  });
});
