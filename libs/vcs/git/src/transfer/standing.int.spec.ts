import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitWorld, pkt } from '../git-world.fixture.js';

const trusted = 200;
const versionTwo = { 'git-protocol': 'version=2' };
const lsRefs = '0014command=ls-refs\n00010000';

/** A right that ends after a transfer was opened, and before anything was shown. */
describe('a right that has ended meanwhile', () => {
  const one = { total: 1, perRepository: 1 };
  const world = GitWorld.ofSuite({ fetches: one, pushes: one, trusted });

  /** Begins a fetch; its end is sent, or it is given up. */
  const begin = (url: string, beginning: string) => {
    const sent = request(`${url}/git-upload-pack`, { method: 'POST', headers: versionTwo });
    const answer = new Promise<{ status?: number; content: string }>((resolve, reject) => {
      sent.once('error', reject);
      sent.once('response', (response) => {
        text(response).then((content) => resolve({ status: response.statusCode, content }), reject);
      });
    });
    answer.catch(() => undefined);
    sent.write(beginning);
    return { answer, end: (rest: string) => sent.end(rest), giveUp: () => sent.destroy() };
  };
  const endRight = async () => {
    await sleep(trusted + 100);
    world.refused = 'your role has ended';
  };

  it('answers no fetch that is asked for slowly', async () => {
    const { url, tip } = await world.seeded(1);
    for (const [status, content] of [
      [200, tip],
      [404, 'your role has ended'],
    ] as const) {
      const fetching = begin(url, lsRefs.slice(0, 10));
      if (status === 404) await endRight();
      fetching.end(lsRefs.slice(10));
      const answer = await fetching.answer;
      expect(answer.status).toBe(status);
      expect(answer.content).toContain(content);
    }
  });

  it('answers no fetch that waited for its turn', async () => {
    const { url, tip } = await world.seeded(1);
    const wants = pkt(`want ${tip}\n`).repeat(2000);
    const first = begin(url, `${pkt('command=fetch\n')}0001${wants}`);
    for (let left = 200; left > 0 && (await world.processes()).length === 0; left -= 1) await sleep(20);
    const second = world.post(url, 'upload-pack', lsRefs, versionTwo);
    await endRight();
    first.giveUp();
    const answer = await second;
    expect([answer.status, await answer.text()]).toEqual([404, 'your role has ended\n']);
  });

  it('lists no references to a push that waited for its turn', async () => {
    const { url, work } = await world.seeded(1);
    let decided: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      world.instead = () => {
        resolve();
        return new Promise((decide) => (decided = () => decide({ accepted: true })));
      };
    });
    const pushing = world.must(['push', '-q', url, 'main:more'], { cwd: work });
    await begun;
    const listing = fetch(`${url}/info/refs?service=git-receive-pack`);
    await endRight();
    decided();
    const answer = await listing;
    expect([answer.status, await answer.text()]).toEqual([404, 'your role has ended\n']);
    await pushing;
  });

  it('asks to try again where nobody can say', async () => {
    const { url } = await world.seeded(1);
    const fetching = begin(url, lsRefs.slice(0, 10));
    await sleep(trusted + 100);
    world.refused = new Error('identity is away');
    fetching.end(lsRefs.slice(10));
    expect(await fetching.answer).toMatchObject({ status: 503 });
  });
});
