import { setTimeout as wait } from 'node:timers/promises';
import { ArtifactSuite, indexPath, snapshot } from '../testing/artifact-suite.js';

const suite = ArtifactSuite.start();
const { get, put, remove } = suite;

const lib = (version: string): string => `/com/acme/lib/${version}/lib-${version}.jar`;

/** Who had read between two changes of one second was told by its date that nothing had changed, for ever. */
describe('a date that a client has', () => {
  const statusSince = async (path: string, date: string): Promise<number> =>
    (await get(path, { headers: { 'if-modified-since': date } })).status;
  const dateOf = async (path: string): Promise<string> => (await get(path)).headers['Last-Modified'];
  const beginningOfSecond = (): Promise<void> => wait(1020 - (Date.now() % 1000));

  /** The date between two changes, when both are over. */
  const between = async (path: string, first: () => Promise<unknown>, second: () => Promise<unknown>) => {
    await beginningOfSecond();
    await first();
    const date = await dateOf(path);
    await second();
    await wait(2100);
    return date;
  };

  it.each([
    ['file', snapshot, () => put(snapshot, 'one'), () => put(snapshot, 'two')],
    ['index', indexPath, () => put(lib('1.0')), () => put(lib('1.1'))],
    ['index with what clients add', indexPath, () => put(lib('1.0')), () => put(indexPath, plugin)],
  ])('is not that of a %s that was changed in the same second', async (_what, path, first, second) => {
    const date = await between(path, first, second);
    expect(await statusSince(path, date)).toBe(200);
    expect(await statusSince(path, await dateOf(path))).toBe(304);
  });

  it('is not that of an index from which something was removed in the same second', async () => {
    await put(lib('1.0'));
    const date = await between(
      indexPath,
      () => put(lib('1.1')),
      () => remove(lib('1.1')),
    );
    expect(await statusSince(indexPath, date)).toBe(200);
  });

  it('is none to come, however often something changes', async () => {
    for (let time = 1; time <= 5; time += 1) await put(snapshot, `${time}`);
    const told = await dateOf(snapshot);
    expect(Date.parse(told)).toBeLessThanOrEqual(Date.now());
    await put(snapshot, 'last');
    await wait(7000);
    expect(await statusSince(snapshot, told)).toBe(200);
    expect(await statusSince(snapshot, await dateOf(snapshot))).toBe(304);
  });
});

const plugin =
  '<metadata><plugins><plugin><prefix>a</prefix><artifactId>a</artifactId></plugin></plugins></metadata>';
