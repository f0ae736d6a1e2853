import { setTimeout as pause } from 'node:timers/promises';
import { metrics } from '@holdfast/platform/observability';
import { basic, DoorFixture } from './byte-door.fixture.js';

// Answers to requests that had been sent ahead never closed: with connections that were gone, anybody filled the
// memory of the gateway, and each account kept its slots for ever.
describe('requests that were sent ahead over a connection that has ended', () => {
  let door: DoorFixture;
  let asked: string[];
  beforeEach(async () => {
    asked = [];
    door = await DoorFixture.open(
      (_, response) => void response.write('a beginning'),
      (address) => (_: string, input: { principal?: unknown }) => {
        asked.push(JSON.stringify(input));
        return { address, ticket: 't' };
      },
      { transfers: { upload: 1, download: 1, fetch: 1, push: 1 } },
    );
  });
  afterEach(() => door.close());

  const fetching = (who: 'guest' | 'admin'): string =>
    `POST /acme/projects/web/repositories/git/team/code/git-upload-pack HTTP/1.1\r\nHost: x\r\n${basic(who)}` +
    'Content-Type: application/x-git-upload-pack-request\r\nContent-Length: 0\r\n\r\n';
  const going = async (): Promise<string[]> =>
    (await metrics.metrics())
      .split('\n')
      .filter((line) => /^holdfast_transfers_in_progress\{.* [1-9]/.test(line));

  it.each([1, 2, 4])('hold no slot, and are not carried out: %p of them', async (ahead) => {
    const wire = await door.dial();
    wire.say(fetching('guest').repeat(ahead));
    await wire.hear('a beginning');
    const asks = asked.length;
    wire.socket.destroy();
    const other = await door.dial();
    other.say(fetching('admin'));
    await other.hear('a beginning');
    expect(asked.length).toBe(asks + 1);
    other.socket.destroy();
    for (let left = 500; left > 0 && (await going()).length > 0; left -= 1) await pause(20);
    expect(await going()).toEqual([]);
  });
});
