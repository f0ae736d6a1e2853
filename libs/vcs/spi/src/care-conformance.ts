import { describeWith } from './abilities-conformance.js';
import { reading } from './conformance-calls.js';
import type { VcsSamples } from './door-conformance.js';
import type { LongWork, WorkProgress } from './long-work.js';
import type { VcsWorkshop } from './vcs-workshop.js';

/** Its programs have the lowest priority: where others keep the machine busy, they take long (ms). */
const patience = 240_000;

/** Registers the tests of how repositories are looked after. */
export const describeCare = (workshop: () => VcsWorkshop, samples: VcsSamples): void => {
  describeWith(samples.has, 'care')('care', () => {
    const grown = async (commits: number) => {
      const shop = workshop();
      const directory = shop.freshDirectory();
      await shop.kind.create(directory);
      const branch = samples.main ?? shop.kind.defaultReference;
      const ids = commits > 0 ? await shop.commit(directory, branch, commits) : [];
      return { directory, ids, branch };
    };
    const careOf = (directory: string) => {
      const { care } = workshop().kind.open(directory);
      if (!care) throw new Error('its samples say that it is there');
      return care;
    };
    const waiting = (told: WorkProgress[] = [], signal = new AbortController().signal): LongWork => ({
      signal,
      tell: (progress) => void told.push(progress),
    });

    it(
      'finds nothing wrong with what is whole, empty or not, and says what it does',
      async () => {
        expect(await careOf((await grown(0)).directory).verify(waiting())).toEqual({ lines: [], count: 0 });
        const { directory } = await grown(3);
        const told: WorkProgress[] = [];
        expect(await careOf(directory).verify(waiting(told))).toEqual({ lines: [], count: 0 });
        for (const { doing, percent = 0 } of told) {
          expect(doing).toMatch(/^\S.*$/);
          expect(percent).toBeGreaterThanOrEqual(0);
          expect(percent).toBeLessThanOrEqual(100);
        }
      },
      patience,
    );

    it(
      'finds a byte that is another one than was written, and says so without its place on the disk',
      async () => {
        const { directory } = await grown(3);
        await workshop().damage(directory);
        const { lines, count } = await careOf(directory).verify(waiting());
        expect(count).toBeGreaterThan(0);
        expect(lines.length).toBeGreaterThan(0);
        for (const line of lines) expect(line).not.toContain(directory);
      },
      patience,
    );

    it(
      'goes on beside writers, and finds their work whole',
      async () => {
        const { directory, branch } = await grown(2);
        const looking = careOf(directory).verify(waiting());
        const [id] = await workshop().commit(directory, branch, 1);
        await looking;
        expect(await careOf(directory).verify(waiting())).toEqual({ lines: [], count: 0 });
        expect(await workshop().kind.open(directory).resolve(id, reading())).toEqual({
          outcome: 'found',
          id,
        });
      },
      patience,
    );

    it(
      'maintains a repository without loss',
      async () => {
        const { directory, ids } = await grown(3);
        await careOf(directory).maintain(waiting(), 'acme');
        expect(await careOf(directory).verify(waiting())).toEqual({ lines: [], count: 0 });
        for (const id of ids)
          expect(await workshop().kind.open(directory).resolve(id, reading())).toEqual({
            outcome: 'found',
            id,
          });
      },
      patience,
    );

    it(
      'ends when nobody waits any more, and refuses what is not there',
      async () => {
        const { directory } = await grown(3);
        const abort = new AbortController();
        abort.abort();
        await expect(careOf(directory).verify(waiting([], abort.signal))).rejects.toThrow();
        await expect(careOf(workshop().freshDirectory()).verify(waiting())).rejects.toMatchObject({
          code: 'not_found',
        });
      },
      patience,
    );
  });
};
