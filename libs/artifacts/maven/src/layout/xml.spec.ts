import { element, escapeXml } from './xml.js';

describe('text in a document', () => {
  it.each([
    ['1.0-rc1_a+b', '1.0-rc1_a+b'],
    ['', ''],
    ['a b', 'a b'],
    ['<a>&</a>', '&lt;a&gt;&amp;&lt;/a&gt;'],
    ['a&amp;b', 'a&amp;amp;b'],
    ['\t\n\r\u0000\u0001\u000b\u001f\ufffe\uffff.', '\t\n\r.'],
    ['ü\ufffd😀', 'ü\ufffd😀'],
  ])('%j is written as %j', (text, written) => expect(escapeXml(text)).toBe(written));

  it('stands in an element, if there is one', () => {
    expect(element(2, 'name', 'a&b')).toBe('    <name>a&amp;b</name>\n');
    expect(element(0, 'name', '')).toBe('<name></name>\n');
    expect(element(0, 'name', undefined)).toBe('');
  });
});
