import { HeardPlaces } from './heard-places.js';

describe('the places that are heard', () => {
  let places: HeardPlaces;
  let ended: string[];

  beforeEach(() => {
    ended = [];
    places = new HeardPlaces((place) => ended.push(place.replace('repository ', '')));
  });

  const subject = 'event.repository.pulse.v1';
  const pulse = (process: string, now: number, place?: string): void =>
    places.hear({ process, number: 0, ...(place && { place: `repository ${place}` }) }, subject, now);

  it('have ended when their process has been silent for long, and are told once', () => {
    pulse('a', 0, 'one');
    pulse('b', 0, 'two');
    pulse('b', 2_000, 'two');
    places.listen(2_499);
    expect(ended).toEqual([]);
    expect(places.isGone('repository one')).toBe(false);
    places.listen(2_500);
    places.listen(2_600);
    expect(ended).toEqual(['one']);
    expect(['one', 'two', 'three'].filter((place) => places.isGone(`repository ${place}`))).toEqual(['one']);
    pulse('c', 2_700, 'one');
    expect(places.isGone('repository one')).toBe(false);
  });

  it('have ended when a new process speaks for them, and not when the first one does', () => {
    pulse('a', 0, 'one');
    expect(ended).toEqual([]);
    pulse('b', 500, 'one');
    expect(ended).toEqual(['one']);
    pulse('a', 600, 'one');
    pulse('b', 700, 'one');
    places.listen(3_150);
    places.listen(3_199);
    expect(ended).toEqual(['one']);
    places.listen(3_200);
    expect(ended).toEqual(['one', 'one']);
  });

  it('took no calls after their process has said that it ends', () => {
    const until: (number | undefined)[] = [];
    places = new HeardPlaces((_, time) => until.push(time));
    const over = (process: string, now: number): void =>
      places.hear({ process, number: 0, place: 'repository one', over: true }, subject, now);
    pulse('a', 0, 'one');
    over('a', 100);
    pulse('b', 500, 'one');
    expect(until).toEqual([100]);
    // The first one is forgotten by then.
    pulse('b', 2_900, 'one');
    places.listen(3_000);
    over('b', 3_100);
    places.listen(5_600);
    expect(until).toEqual([100, 3_100]);
    pulse('c', 6_000, 'one');
    places.listen(8_500);
    expect(until).toEqual([100, 3_100, undefined]);
    pulse('d', 9_000, 'one');
    pulse('e', 9_100, 'one');
    over('d', 9_200);
    pulse('f', 9_300, 'one');
    expect(until).toEqual([100, 3_100, undefined, undefined, undefined]);
  });

  it('are not those of services without any, and nobody knows them after the connection broke', () => {
    pulse('a', 0);
    pulse('b', 0, 'one');
    places.disconnected();
    pulse('c', 100, 'one');
    places.listen(2_599);
    expect(ended).toEqual([]);
  });

  // Another service, which was broken into, had calls to nodes end in the middle, under names that it made up.
  it('are those of the service that speaks, and no other ones', () => {
    pulse('a', 0, 'one');
    const said = { process: 'b', number: 0, place: 'repository one' };
    for (const service of ['artifact', 'repo', 'repository one'])
      places.hear(said, `event.${service}.pulse.v1`, 100);
    expect(ended).toEqual([]);
    places.listen(2_500);
    expect(ended).toEqual(['one']);
  });
});
