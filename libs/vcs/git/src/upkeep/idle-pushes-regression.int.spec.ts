import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';
import { chainOf } from '../slow-chain.fixture.js';

// Packs were joined when nobody pushed: one whose client sent a byte each 20 seconds kept them as they were for hours,
// and with them what git reads slowly until it is packed anew.
describe('a push that comes to no end', () => {
  const world = GitWorld.ofSuite({}, { delay: 20, longestDelay: 1_000, packs: 3, wait: 500 });

  it('keeps packs from being joined for a while only, and can end then', async () => {
    const { url, directory, tip } = await world.seeded();
    const { port, pathname } = new URL(url);
    const line = (name: string): string => `${pkt(`${zero} ${tip} refs/heads/${name}\0 report-status`)}0000`;
    const own = line('idle');
    const { pack } = chainOf(0);
    const length = own.length + pack.length;
    const head = `POST ${pathname}/git-receive-pack HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n`;
    const idle = connect({ host: '127.0.0.1', port: Number(port) });
    idle.write(`${head}\r\n${own}`);
    idle.write(pack.subarray(0, -1));
    await sleep(100);
    for (const size of [1_001, 1_002, 1_003, 1_004]) {
      const body = Buffer.concat([Buffer.from(line(`b${size}`)), chainOf(120, { size, depth: 20 }).pack]);
      expect(await (await world.post(url, 'receive-pack', body)).text()).toContain(`ok refs/heads/b${size}`);
    }
    const packs = async () =>
      (await readdir(join(directory, 'objects/pack'))).filter((name) => name.endsWith('.pack')).length;
    while ((await packs()) > 3) await sleep(50);
    let answer = '';
    idle.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
    idle.write(pack.subarray(-1));
    while (!answer.includes('ok refs/heads/idle')) await sleep(50);
    idle.destroy();
  });
});
