import { hash } from 'node:crypto';
import { atOnce } from '@holdfast/artifact-spi';
import { listingPage, type Listed } from './listing.view.js';

/** Links as Ivy's lister reads them: decoded address and text must be the same. */
const linkForm = /<a[^>]*href="([^"]*)"[^>]*>(?:<[^>]+>)*?([^<>]+?)(?:<[^>]+>)*?<\/a>/g;
const readByIvy = (page: string): string[] =>
  [...page.matchAll(linkForm)]
    .map(([, href, text]) => [decodeURIComponent(href.replace(/^\.\//, '')), text])
    .filter(([href, text]) => href === text)
    .map(([, text]) => text);

/** Whether Java reads this as an address with a scheme: at most of them Ivy gives up the whole list. */
const hasScheme = (name: string): boolean => /^\p{L}[\p{L}\p{Nd}.+-]*:/u.test(name);

/** Empty: there is none. */
const pageOf = (where: string, root: boolean, listed: Listed): string =>
  atOnce(listingPage(where, root, listed)).result?.bytes.toString() ?? '';

describe('a directory listing', () => {
  it('names directories with a slash and files without, in the order of their bytes', () => {
    const page = pageOf('/r/a', false, {
      directories: ['1.10', '1.9'],
      files: [{ name: '1.9.txt', size: 3, modified: new Date(0) }],
    });
    expect(readByIvy(page)).toEqual(['1.10/', '1.9.txt', '1.9/']);
    expect(page).toContain('<a href="../">');
  });

  it('is read by Ivy for every name but those that could be markup', () => {
    const names = ['a b', 'a+b', 'a%20b', 'é', 'a&amp;b', '"q"', "it's", '1:2', '#1', 'a?b'];
    const page = pageOf('/', true, { directories: [], files: names.map((name) => ({ name })) });
    expect(readByIvy(page).sort()).toEqual([...names].sort());
  });

  it('keeps from Ivy the names that Java takes for addresses with a scheme, and shows them to all others', () => {
    const names = ['x:y', 'JAR:x', 'http:1.9', 'file:1.9', 'a1.+-:b:c', 'url:1:2', 'é:x', 'x:..>', 'x:y/'];
    const others = ['1.0', '1:2', '-a:b', '.x:y', ' x:y', 'a b:c', 'x&#58;y', '..>'];
    const page = pageOf('/r', false, {
      directories: [],
      files: [...names, ...others].map((name) => ({ name })),
    });
    expect(readByIvy(page).filter(hasScheme)).toEqual([]);
    expect(readByIvy(page)).toEqual(expect.arrayContaining(['1.0', '1:2']));
    expect(page).toContain('<a href="./x%3Ay">x&#58;y</a>');
    expect(page).toContain('<a href="./x%3Ay/">x&#58;y/</a>');
    expect(page).toContain('<a href="./1%3A2">1:2</a>');
    expect(page).toContain('<a href="./a1.%2B-%3Ab%3Ac">a1.+-&#58;b&#58;c</a>');
  });

  // Ivy wrote the name in place of itself, without an end.
  it('keeps from Ivy the names in which it would write others, and shows them to all others', () => {
    const names = ['[revision]', '[revision]/', 'a[x]', '1.0', '1]'];
    const page = pageOf('/r', false, { directories: [], files: names.map((name) => ({ name })) });
    expect(readByIvy(page).sort()).toEqual(['1.0', '1]']);
    expect(page).toContain('<a href="%5Brevision%5D">&#91;revision]</a>');
  });

  it('lets no name become markup', () => {
    const page = pageOf('/<b>&', true, {
      directories: ['<script>alert(1)</script>'],
      files: [{ name: '"><img src=x>' }],
    });
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<b>');
  });

  it('has no way up from the root', () =>
    expect(pageOf('/', true, { directories: [], files: [] })).not.toContain('<a'));

  it('is the same of many names, in steps, and says its digest', () => {
    const files = Array.from({ length: 2_000 }, (_, at) => ({
      name: String((at * 7) % 2_000).padStart(4, '0'),
    }));
    const { result, steps } = atOnce(listingPage('/', true, { directories: ['a'], files }));
    const page = result?.bytes ?? Buffer.alloc(0);
    expect(readByIvy(page.toString())).toEqual([...files.map(({ name }) => name).sort(), 'a/']);
    expect(result?.digest).toBe(hash('sha256', page));
    expect(steps).toBeGreaterThan(6);
  });

  it('is none where it would be longer than 32 MiB', () => {
    const long = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: '\u2028'.repeat(80) + String(at).padStart(6, '0') }));
    expect(pageOf('/', true, { directories: [], files: long(40_000) })).toBe('');
    expect(pageOf('/', true, { directories: [], files: long(20_000) })).not.toBe('');
  });
});
