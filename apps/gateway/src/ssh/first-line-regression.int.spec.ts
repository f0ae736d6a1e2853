import { setTimeout as after } from 'node:timers/promises';
import { SshDoorFixture } from './ssh-door.fixture.js';

/** SSH_MSG_KEXINIT, behind the length of its packet and of what pads it. */
const offer = 20;

// The library kept the first piece of the first line and forgot those in the midst: a client whose line came in three
// pieces waited for ever.
describe('the first line of a client', () => {
  let door: SshDoorFixture;
  beforeAll(async () => {
    door = await SshDoorFixture.open((_, res) => res.end(), { patience: 3_000 });
  });
  afterAll(() => door.close());

  /** What the door says behind its own first line, until it has said something or ended the connection. */
  const answer = async (pieces: readonly string[]): Promise<Buffer> => {
    const socket = await door.dial();
    let said = Buffer.alloc(0);
    const behind = (): Buffer => said.subarray(said.indexOf('\n') + 1);
    const told = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.on('data', (piece) => {
        said = Buffer.concat([said, piece]);
        if (behind().length > 0) resolve();
      });
    });
    for (const piece of pieces) {
      socket.write(piece);
      await after(50);
    }
    await told;
    socket.destroy();
    return behind();
  };

  it.each([
    ['as a whole', ['SSH-2.0-client\r\n']],
    ['in two pieces', ['SSH-2.0', '-client\r\n']],
    ['in many pieces', ['SSH-', '2', '.', '0-cli', 'ent', '\r', '\n']],
  ])('is taken %s', async (_, pieces) => {
    expect((await answer(pieces))[5]).toBe(offer);
  });

  it('is refused where it never ends, before the time is over', async () => {
    const from = performance.now();
    expect((await answer(Array.from({ length: 5 }, () => 'SSH-2.0-'.padEnd(2_000, 'x'))))[5]).not.toBe(offer);
    expect(performance.now() - from).toBeLessThan(2_500);
  });
});
