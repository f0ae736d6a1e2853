import { scanXml, withTexts, type XmlQuestion } from './xml-body.js';

const question: XmlQuestion = { texts: new Set(['href']), forbidden: (name) => name === 'bad' };
const scanned = (text: string | Buffer) => scanXml(Buffer.from(text as string), question);
const merge =
  '<?xml version="1.0" encoding="utf-8"?><D:merge xmlns:D="DAV:"><D:href a=">"> /a&amp;b </D:href><x/></D:merge>';

describe('the body of a client', () => {
  it('tells addresses, and is sent with others in their places', async () => {
    const body = Buffer.from(merge);
    const document = await scanXml(body, question);
    expect(document).toMatchObject({ root: 'merge', texts: [{ name: 'href', text: '/a&b' }] });
    expect(withTexts(body, document, ['/c']).toString()).toBe(merge.replace(' /a&amp;b ', '/c'));
  });

  it('may be empty or no more than one element', async () => {
    expect(await scanned('')).toEqual({ root: '', texts: [], revisions: [], elements: 0 });
    expect(await scanned('\ufeff<a/>')).toMatchObject({ texts: [] });
  });

  it.each([
    ['a comment', '<a><href>/x<!-- --></href></a>'],
    ['a section', '<a><href><![CDATA[/x]]></href></a>'],
    ['an element in an address', '<a><href>/x<b/></href></a>'],
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY e "/x">]><a><href>&e;</href></a>'],
    ['a character by its number', '<a><href>&#99999999;</href></a>'],
    ['an instruction', '<a><?x y?></a>'],
    ['another encoding', '<?xml version="1.0" encoding="utf-7"?><a/>'],
    ['UTF-16', Buffer.from('<a/>', 'utf16le')],
    ['no encoding at all', Buffer.from([0x3c, 0x61, 0xff, 0x3e])],
    ['a tag without an end', '<a b="'],
    ['a name that ends in a blank of no XML', '<a><\u00e0:href xmlns:\u00e0="x">/x</\u00e0:href></a>'],
    ['a name of no plain letters', '<a><hr\u00e9f>/x</hr\u00e9f></a>'],
    ['no name', '<a>< href>/x</ href></a>'],
    ['a tag that is too long', `<a b="${'x'.repeat(20_000)}"/>`],
    ['depth', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`],
    ['name spaces', `<a>${'<b xmlns="x"/>'.repeat(101)}</a>`],
  ])('is refused with %s', async (_, text) => {
    await expect(scanned(text)).rejects.toMatchObject({ status: 400 });
  });

  // Letters without an equals sign were gone through to their end from each of them: 16 KiB took seconds.
  it('has nothing but attributes beside the name of a path', async () => {
    const isPath = (name: string) => name === 'entry';
    const told = (attributes: string) =>
      scanXml(Buffer.from(`<r><S:entry${attributes}>a</S:entry></r>`), { texts: new Set(), isPath });
    for (const sound of ['', ' ', ' rev="1"', ` a='>' S:linkpath = "/x" `, ' linkpath="/a&amp;b"'])
      expect(await told(sound)).toMatchObject({ elements: 2 });
    for (const odd of [
      'a'.repeat(16_000),
      '/'.repeat(16_000),
      'a',
      'rev="1" x',
      'linkpath="x"',
      "b='1'linkpath='../x'",
      "\u00e0:linkpath='x'",
    ])
      await expect(told(` ${odd}`)).rejects.toMatchObject({ status: 400 });
  });

  // From each blank it was looked whether those to the end are blanks: 1,000 names took minutes.
  it('has as many blanks between attributes as there is room for', async () => {
    const isPath = (name: string) => name === 'entry';
    const entry = `<S:entry rev=${' '.repeat(15_000)}"1" >a</S:entry>`;
    const body = Buffer.from(`<r>${entry.repeat(1_000)}</r>`);
    expect(await scanXml(body, { texts: new Set(), isPath })).toMatchObject({ elements: 1_001 });
  });

  // A look for them in the whole text took minutes of the event loop for one of 1 MiB.
  it('tells numbers of revisions, and nothing else that looks like one', async () => {
    const isRevision = (name: string, root: string) => root === 'r' && name === 'end-revision';
    const told = (text: string) => scanXml(Buffer.from(text), { texts: new Set(), isRevision });
    const odd = '-revision'.repeat(100_000);
    expect(
      await told(
        `<r><x>${odd}</x><x>end-revision>9</x><S:end-revision> 12 </S:end-revision><end-revision/></r>`,
      ),
    ).toMatchObject({ revisions: [12] });
    expect(await told('<q><end-revision>x</end-revision></q>')).toMatchObject({ revisions: [] });
    for (const number of ['&#57;', '', '-1', '+1', '1 2', '12345678901', '<b/>1'])
      await expect(told(`<r><end-revision>${number}</end-revision></r>`)).rejects.toMatchObject({
        status: 400,
      });
  });

  it('is refused with an element that may not be there, however it is called', async () => {
    for (const name of ['bad', 'S:bad'])
      await expect(scanned(`<a><${name} x="1"/></a>`)).rejects.toMatchObject({ status: 403 });
  });
});
