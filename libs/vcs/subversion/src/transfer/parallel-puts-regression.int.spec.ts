import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const merging = (address: string) =>
  `<D:merge xmlns:D="DAV:"><D:source><D:href>${address}</D:href></D:source></D:merge>`;
const piece = randomBytes(1 << 20);

// Subversion writes one file of a transaction at a time, and said 500 of all others. They wait, and not for ever.
describeSubversion('a file of a transaction to which another is being written', () => {
  const world = SubversionWorld.ofSuite({ commits: 1_000 });

  it('is refused as a conflict, and taken afterwards', async () => {
    const { directory, url } = await world.repository();
    const { port, pathname } = new URL(url);
    const type = { 'content-type': 'application/vnd.svn-skel' };
    const { headers } = await world.raw('ann', 'POST', url, '/!svn/me', { ...type, body: '( create-txn )' });
    const name = String(headers['svn-txn-name']);
    const authorization = `Basic ${Buffer.from('ann:x').toString('base64')}`;
    const slow = request({
      ...{ host: '127.0.0.1', port, method: 'PUT', path: `${pathname}/!svn/txr/${name}/trunk/slow` },
      headers: { authorization, 'content-type': 'application/octet-stream' },
    });
    const status = new Promise((resolve, reject) =>
      slow.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject),
    );
    slow.write(piece);
    const written = join(directory, 'db', 'txn-protorevs', `${name}.rev`);
    while ((await stat(written)).size < 1000) await sleep(20);

    const put = (body: string) => world.raw('ann', 'PUT', url, `/!svn/txr/${name}/trunk/other`, { body });
    const merge = () => world.raw('ann', 'MERGE', url, '', { body: merging(`${pathname}/!svn/txn/${name}`) });
    const refused = await put('one');
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('another change of this transaction is under way');
    slow.end(piece);
    expect(await status).toBe(201);
    expect((await put('two')).status).toBe(201);
    expect((await merge()).status).toBe(200);
    expect((await world.as('ann', ['cat', `${url}/trunk/other`])).stdout).toBe('two');
  });
});
