import { eventually } from '../bytes/byte-door.fixture.js';
import { SshDoorFixture } from './ssh-door.fixture.js';

// A port that was used again at once lost its arrival, as did one of several that had been reset. What such a client
// sent next threw where nobody caught it, in the turn in which it was read, and no connection was read any more.
describe('an SSH client of whose arrival nothing is known', () => {
  let door: SshDoorFixture;
  beforeEach(async () => {
    door = await SshDoorFixture.open(() => undefined);
  });
  afterEach(() => door.close());

  it('is sent away, whatever it says, and others log in', async () => {
    const socket = (await door.dial()).resume();
    await eventually(() => socket.bytesRead > 0);
    door.door['arrivals'].clear();
    const heard = socket.bytesRead;
    socket.write('SSH-2.0-x\r\n');
    await eventually(() => socket.bytesRead > heard);
    socket.write(Buffer.alloc(64, 0xff));
    await eventually(() => socket.closed);
    await door.client();
  });
});
