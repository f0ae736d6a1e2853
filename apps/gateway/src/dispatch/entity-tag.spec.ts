import { entityTag, matches } from './entity-tag.js';

describe('an entity tag', () => {
  const body = (time: string, name = 'x') =>
    JSON.stringify({ api_timestamp: time, results: [{ api_timestamp: '2026-01-01T00:00:00Z', name }] });

  it('stays with the objects, whenever and however long they are answered', () => {
    expect(entityTag(body('2026-01-01T00:00:01Z'))).toBe(entityTag(body('2026-01-01T00:00:02Z')));
    expect(entityTag(body('2026-01-01T00:00:01Z'))).not.toBe(entityTag(body('2026-01-01T00:00:01Z', 'y')));
  });

  it('is named weakly, strongly, among others and by the star', () => {
    const tag = entityTag(body('2026-01-01T00:00:01Z'));
    for (const header of [tag, tag.slice(2), `"a", ${tag}`, '*']) expect(matches(header, tag)).toBe(true);
    for (const header of [undefined, '', '"a"']) expect(matches(header, tag)).toBe(false);
  });
});
