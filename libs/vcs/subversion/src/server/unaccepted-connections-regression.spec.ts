import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LeftConnections } from './left-connections.js';

const program = `
require('node:net')
  .createServer(() => { for (;;); })
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;

// It was closed, and counted as over: whoever accepted it later still did what it said, as a commit whose maker had
// been told that it is refused.
// Elsewhere nobody says who has accepted a connection (`LeftConnections`).
(process.platform === 'linux' ? describe : describe.skip)(
  'a connection that is given up before anybody has accepted it',
  () => {
    let ending = (): void => undefined;
    afterEach(() => ending());

    it('is closed when it was accepted, and is over when who has accepted it has ended', async () => {
      const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = once(child, 'exit');
      const [port] = (await once(child.stdout, 'data')) as [Buffer];
      ending = () => void child.kill('SIGKILL');
      child.kill('SIGSTOP');
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      let isClosed = false;
      const close = (): void => {
        isClosed = true;
        socket.resetAndDestroy();
      };
      const over = new LeftConnections(() => process.pid, 60_000).giveUp(socket, close, true);
      await sleep(300);
      expect(isClosed).toBe(false);
      child.kill('SIGCONT');
      await over;
      expect([isClosed, await ended]).toEqual([true, [null, 'SIGKILL']]);
    });
  },
);
