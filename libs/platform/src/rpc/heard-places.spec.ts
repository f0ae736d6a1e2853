import { HeardPlaces } from './heard-places.js';

describe('the places that are heard', () => {
  let places: HeardPlaces;
  let ended: string[];

  beforeEach(() => {
    ended = [];
    places = new HeardPlaces((place) => ended.push(place));
  });

  const pulse = (process: string, now: number, place?: string): void =>
    places.hear({ process, number: 0, ...(place === undefined ? {} : { place }) }, now);

  it('have ended when their process has been silent for long, and are told once', () => {
    pulse('a', 0, 'one');
    pulse('b', 0, 'two');
    pulse('b', 2_000, 'two');
    places.listen(2_499);
    expect(ended).toEqual([]);
    expect(places.isGone('one')).toBe(false);
    places.listen(2_500);
    places.listen(2_600);
    expect(ended).toEqual(['one']);
    expect(['one', 'two', 'three'].filter((place) => places.isGone(place))).toEqual(['one']);
    pulse('c', 2_700, 'one');
    expect(places.isGone('one')).toBe(false);
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

  it('are not those of services without any, and nobody knows them after the connection broke', () => {
    pulse('a', 0);
    pulse('b', 0, 'one');
    places.disconnected();
    pulse('c', 100, 'one');
    places.listen(2_599);
    expect(ended).toEqual([]);
  });
});
