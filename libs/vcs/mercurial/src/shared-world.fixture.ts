import { MercurialWorld } from './mercurial-world.fixture.js';

let shared: MercurialWorld | undefined;
let started: Promise<void> | undefined;
afterAll(async () => {
  if (!started || !shared) return;
  await shared.stop();
  expect(await shared.leftovers()).toEqual([]);
});

/**
 * One world for all suites that run in one file, and want nothing of their own: its start costs more than many a test.
 * No suite finds what another one has set.
 */
export const sharedWorld = (): MercurialWorld => {
  const world = (shared ??= new MercurialWorld());
  beforeAll(() => {
    world.instead = world.refused = world.room = undefined;
    world.pushes.length = world.reports.length = 0;
    return (started ??= world.start());
  });
  return world;
};
