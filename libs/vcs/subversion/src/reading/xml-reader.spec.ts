import { listingReader, logReader, type ListedNode, type LogItem } from './listing.js';

const inPieces = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));

describe('answers of the server', () => {
  const log =
    '<?xml version="1.0"?>\n<S:log-report xmlns:S="svn:" xmlns:D="DAV:">\n<S:log-item>\n' +
    '<D:version-name>2</D:version-name>\n<D:comment>a &lt;b&gt; &amp; &#13;ü</D:comment>' +
    '<D:creator-displayname>ann</D:creator-displayname><S:date>2026-01-01T00:00:01.9Z</S:date>\n</S:log-item>' +
    '<S:log-item><D:version-name>1</D:version-name><D:comment encoding="base64">YQE=</D:comment></S:log-item>' +
    '</S:log-report>';

  it.each([1, 7, 10_000])('tell of revisions, in pieces of %d characters', (size) => {
    const items: LogItem[] = [];
    const reader = logReader((item) => void items.push(item));
    for (const piece of inPieces(log, size)) reader.read(piece);
    expect(items).toEqual([
      { revision: '2', author: 'ann', at: 1767225601, message: 'a <b> & \rü' },
      { revision: '1', author: '', at: 0, message: 'a\u0001' },
    ]);
  });

  it.each([
    ['0001-01-01T00:00:00.000000Z', -62_135_596_800],
    ['9999-12-31T23:59:59.900000Z', 253_402_300_799],
    ['+012345-01-01T00:00:00.000000Z', 0],
    ['0000-12-31T23:59:59.000000Z', 0],
    ['yesterday', 0],
  ])('tell of a time that an answer can say, %s', (date, at) => {
    const items: LogItem[] = [];
    logReader((item) => void items.push(item)).read(
      `<S:log-report><S:log-item><S:date>${date}</S:date></S:log-item></S:log-report>`,
    );
    expect(items).toMatchObject([{ at }]);
  });

  it('tell of files and directories by their paths, and of nothing elsewhere', () => {
    const response = (href: string, properties: string) =>
      `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${properties}</D:prop></D:propstat></D:response>`;
    const found: ListedNode[] = [];
    listingReader('/r/!svn/rvr/5/', (node) => void found.push(node)).read(
      response(
        '/r/!svn/rvr/5/',
        '<lp1:resourcetype><D:collection/></lp1:resourcetype><lp1:version-name>5</lp1:version-name>',
      ) +
        response(
          '/r/!svn/rvr/5/a%20%c3%bc&amp;',
          '<lp1:resourcetype/><g0:getcontentlength>3</g0:getcontentlength><g0:version-name>2</g0:version-name>' +
            '<lp2:sha1-checksum>ab</lp2:sha1-checksum><S:executable>*</S:executable><S:special/>',
        ) +
        response('/r/!svn/rvr/6/b', ''),
    );
    expect(found).toEqual([
      { path: '', isDirectory: true, revision: '5' },
      { path: 'a ü&', isDirectory: false, revision: '2', size: 3, sha1: 'ab', isExecutable: true },
    ]);
  });
});
