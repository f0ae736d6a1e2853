import { setTimeout as sleep } from 'node:timers/promises';
import { basic, DoorFixture } from '../byte-door.fixture.js';

// Its end was heard too early, while the node was asked, and was waited for then: the answer came too late.
describe('a request without a byte in its body', () => {
  it('owes none, however long its node and its answer take', async () => {
    const door = await DoorFixture.open(
      (req, res) => void req.resume().on('end', () => setTimeout(() => res.end('the answer'), 300)),
      (address) => async () => {
        await sleep(20);
        return { address, ticket: 'ticket' };
      },
      { patience: 100 },
    );
    const wire = await door.dial();
    wire.say(
      'POST /acme/projects/web/repositories/git/team/code/git-upload-pack HTTP/1.1\r\nHost: x\r\n' +
        `${basic('guest')}Content-Type: application/x-git-upload-pack-request\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(await wire.hear('the answer')).toMatch(/^HTTP\/1\.1 200 /);
    await door.close();
  });
});
