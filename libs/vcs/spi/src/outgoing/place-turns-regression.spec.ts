import { setTimeout as sleep } from 'node:timers/promises';
import { PlaceTurns } from './place-turns.js';

// An attempt that nobody waited for any more took over large files out of the place where the next one had begun, and
// then removed that place.
describe('the place of what comes from elsewhere', () => {
  const [one, two] = [{}, {}];
  const done = () => Promise.resolve();
  const away = { code: 'unavailable' };
  /** A work that ends when it is told to. */
  const long = () => {
    let end = (): void => undefined;
    const work = () => new Promise<void>((resolve) => (end = resolve));
    return { work, end: () => end() };
  };

  it('is the next attempt’s once the one before does nothing there any more', async () => {
    const places = new PlaceTurns();
    const said: string[] = [];
    await places.take('r', one, done);
    const { work, end } = long();
    const publishing = places.during('r', one, work);
    const next = places.take('r', two, () => Promise.resolve(void said.push('two')));
    await sleep(20);
    expect(said).toEqual([]);
    end();
    await Promise.all([publishing, next]);
    expect(said).toEqual(['two']);
    await places.leave('r', one, () => Promise.resolve(void said.push('removed by one')));
    await expect(places.during('r', one, done)).rejects.toMatchObject(away);
    await places.leave('r', two, () => Promise.resolve(void said.push('removed by two')));
    expect(said).toEqual(['two', 'removed by two']);
  });

  it('is tidied once it is nobody’s, and only then', async () => {
    const places = new PlaceTurns();
    let tidied = 0;
    const tidy = () => places.tidy('r', () => Promise.resolve(void (tidied += 1)));
    await tidy();
    expect(tidied).toBe(1);
    const { work, end } = long();
    const taken = places.take('r', one, () => work().then(() => Promise.reject(new Error('cut off'))));
    const waits = tidy();
    await sleep(20);
    expect(tidied).toBe(1);
    end();
    await expect(taken).rejects.toThrow('cut off');
    await waits;
    expect(tidied).toBe(2);
    await places.take('r', two, done);
    await tidy();
    await places.during('r', two, done);
    expect(tidied).toBe(2);
    await places.leave('r', two, done);
    await tidy();
    expect(tidied).toBe(3);
  });

  it('is waited for by nobody who was stopped', async () => {
    const places = new PlaceTurns();
    const stopped = places.take('r', two, done, AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject(away);
    const { work, end } = long();
    const first = places.take('r', one, work);
    const ending = new AbortController();
    let began = false;
    const second = places.take('r', two, () => Promise.resolve(void (began = true)), ending.signal);
    await places.take('other', one, done);
    ending.abort();
    await expect(second).rejects.toMatchObject({ ...away, message: 'it was stopped' });
    end();
    await first;
    await places.during('r', one, done);
    expect(began).toBe(false);
  });

  it('is nobody’s where the work in it fails', async () => {
    const places = new PlaceTurns();
    await expect(places.take('r', one, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await expect(places.during('r', one, done)).rejects.toMatchObject(away);
  });
});
