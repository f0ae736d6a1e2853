import { pathOf } from '../clients/door.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { access } from '../system.js';
import { companyAdmin, newProject, newRepository } from '../world.js';

const basic = (login: string): string => `Basic ${Buffer.from(`${login}:wrong`).toString('base64')}`;

/** What costs the door a hundred times the memory or the time of its bytes. Nobody has to log in for it. */
describe('One client', () => {
  let file: string;

  beforeAll(async () => {
    const admin = await companyAdmin();
    const maven = await newRepository(admin, await newProject(admin), 'maven');
    file = `${pathOf(maven.url)}/a/b/1/b-1.txt`;
  });

  /** Never longer than a second or two where nobody is held up; generous, for machines are busy. */
  const answersStill = async (): Promise<void> => {
    const answer = await fetch(`${access.site_url}/health/live`, { signal: AbortSignal.timeout(10_000) });
    expect(answer.status).toBe(200);
  };

  it('does not stop the others by requests that it sends ahead', async () => {
    const flood = await RawConnection.open();
    const slow = Array.from({ length: 50 }, (_, at) =>
      head('GET', file, { Authorization: basic(`nobody-${at}`) }),
    );
    flood.send(slow.join('') + head('GET', file).repeat(100_000));
    expect(await flood.closed()).toBe(true);
    await answersStill();
  });

  it('does not stop the others by bodies of one byte a chunk', async () => {
    const floods = await Promise.all(Array.from({ length: 10 }, () => RawConnection.open()));
    const chunked = head('PUT', file, {
      Authorization: basic('nobody'),
      'Transfer-Encoding': 'chunked',
    });
    for (const flood of floods) flood.send(chunked + '1\r\nx\r\n'.repeat(250_000));
    await answersStill();
    for (const flood of floods) expect(await flood.closed()).toBe(true);
  });
});
