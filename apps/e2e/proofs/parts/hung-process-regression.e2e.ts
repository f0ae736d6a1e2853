/** @apart Stops parts of the installation. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pidOf, type Part } from '../../clients/part.js';
import { access } from '../../system.js';
import { companyAdmin } from '../../world.js';

/** Whose event loop stands still does not end by itself: its process lives, and nobody is served. */
describe('A service that hangs', () => {
  const ready = async (): Promise<number> =>
    (await fetch(`${access.site_url}/health/ready`).catch(() => undefined))?.status ?? 0;

  const gone = async (part: Part, hung: number): Promise<void> => {
    try {
      for (let left = 120; left > 0 && pidOf(part) === hung; left -= 1) await sleep(500);
    } catch {
      // The file with its number is gone: it is being replaced.
    }
  };

  it('is replaced, and so is another that hangs at the same time', async () => {
    const parts = (['identity', 'gateway'] as const).map((part) => ({ part, hung: pidOf(part) }));
    for (const { hung } of parts) process.kill(hung, 'SIGSTOP');
    await Promise.all(parts.map(({ part, hung }) => gone(part, hung)));
    for (let left = 120; left > 0 && (await ready()) !== 200; left -= 1) await sleep(250);
    for (const { part, hung } of parts) expect(pidOf(part)).not.toBe(hung);
    expect((await (await companyAdmin()).api.get('/company')).status).toBe(200);
  });
});
