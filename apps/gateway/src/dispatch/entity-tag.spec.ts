import { matches, tagOf, tagOfPage } from './entity-tag.js';

describe('an entity tag', () => {
  it('is that of the text, or of all texts of a page and what it says besides', () => {
    expect(tagOf('{"a":1}')).toBe(tagOf(Buffer.from('{"a":1}')));
    expect(tagOf('{"a":1}')).not.toBe(tagOf('{"a":2}'));
    const pages: [string[], object][] = [
      [['{}', '{}'], { more: true }],
      [['{}', '{}'], { more: false }],
      [['{}'], { more: true }],
      [['{}', '{"a":1}'], { more: true }],
    ];
    expect(new Set(pages.map((page) => tagOfPage(...page))).size).toBe(4);
    expect(tagOfPage(...pages[0])).toBe(tagOfPage(...pages[0]));
  });

  it('is named weakly, strongly, among others and by the star', () => {
    const tag = tagOf('{}');
    for (const header of [tag, tag.slice(2), `"a", ${tag}`, '*']) expect(matches(header, tag)).toBe(true);
    for (const header of [undefined, '', '"a"']) expect(matches(header, tag)).toBe(false);
  });
});
