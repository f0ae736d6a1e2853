import { PlaceTurns } from './place-turns.js';

// An attempt that nobody waited for any more took over large files out of the place where the next one had begun, and
// then removed that place.
describe('the place of what comes from elsewhere', () => {
  const [one, two] = [{}, {}];
  const done = () => Promise.resolve();

  it('is the next attempt’s once the one before does nothing there any more', async () => {
    const places = new PlaceTurns();
    const said: string[] = [];
    await places.take('r', one, done);
    let end = (): void => undefined;
    const publishing = places.during('r', one, () => new Promise<void>((resolve) => (end = resolve)));
    const next = places.take('r', two, () => Promise.resolve(void said.push('two')));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(said).toEqual([]);
    end();
    await Promise.all([publishing, next]);
    expect(said).toEqual(['two']);
    await places.leave('r', one, () => Promise.resolve(void said.push('removed by one')));
    await expect(places.during('r', one, done)).rejects.toMatchObject({ code: 'unavailable' });
    await places.leave('r', two, () => Promise.resolve(void said.push('removed by two')));
    expect(said).toEqual(['two', 'removed by two']);
  });

  it('is nobody’s once it was tidied, and waits for nobody who was stopped', async () => {
    const places = new PlaceTurns();
    await places.take('r', one, done);
    await places.take('r', undefined, done);
    await expect(places.during('r', one, done)).rejects.toMatchObject({ code: 'unavailable' });
    const stopped = places.take('r', two, done, AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject({ code: 'unavailable' });
    await places.take('other', one, done);
  });
});
