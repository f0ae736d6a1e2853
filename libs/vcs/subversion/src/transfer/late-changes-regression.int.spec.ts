import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// What changes something was done by a right that had been looked at up to a second before: a lock was made after the
// role of who asked for it had gone.
describeSubversion('a change of which the body takes a part of a second', () => {
  const world = SubversionWorld.ofSuite();
  afterEach(() => (world.looks = Infinity));

  it.each([
    [0, 404],
    [Infinity, 201],
  ])('is judged by what holds then: the right is there %p times', async (looks, status) => {
    const { url } = await world.repository();
    const { port, pathname: path } = new URL(url);
    const skel = '( create-txn )';
    const headers = {
      authorization: `Basic ${Buffer.from('developer:x').toString('base64')}`,
      'content-type': 'application/vnd.svn-skel',
      'content-length': skel.length,
    };
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ port, path: `${path}/!svn/me`, method: 'POST', headers, agent: false });
      asked.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject);
      asked.write(skel.slice(0, 3));
      void sleep(500).then(() => {
        world.looks = looks;
        asked.end(skel.slice(3));
      });
    });
    expect(await answered).toBe(status);
  });
});
