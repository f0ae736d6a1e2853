import { contentTypeOf } from './content-type.js';

const text = 'text/plain; charset=utf-8';

describe('the media type of a path', () => {
  it.each([
    ['application/xml', 'xml'],
    ['application/json', 'json'],
    [text, 'txt', 'md', 'properties', 'asc', 'md5', 'sha1', 'sha256', 'sha512'],
    ['application/zip', 'zip'],
    ['application/gzip', 'gz', 'tgz'],
    ['application/x-bzip2', 'bz2'],
    ['application/x-xz', 'xz'],
    ['application/x-tar', 'tar'],
    ['image/png', 'png'],
    ['image/jpeg', 'jpg'],
    ['image/gif', 'gif'],
    ['application/pdf', 'pdf'],
  ])('is %s by its last extension, in either case', (type, ...extensions) => {
    for (const extension of extensions) {
      expect(contentTypeOf(`a.zip/b.json.${extension}`)).toBe(type);
      expect(contentTypeOf(`a.${extension.toUpperCase()}`)).toBe(type);
    }
  });

  it.each(['a.html', 'a.svg', 'a.xhtml', 'a.unknown', 'a.xml/b', 'a.', 'a.constructor', 'axml'])(
    'is none that a browser would run or guess for %s',
    (path) => expect(contentTypeOf(path)).toBe('application/octet-stream'),
  );

  it('can be one of the kind’s own', () => {
    const own = { jar: 'application/java-archive', xml: 'text/xml' };
    expect(['a.jar', 'a.xml', 'a.json'].map((path) => contentTypeOf(path, own))).toEqual([
      'application/java-archive',
      'text/xml',
      'application/json',
    ]);
  });
});
