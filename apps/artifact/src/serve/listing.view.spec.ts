import { listingPage } from './listing.view.js';

/** Links as Ivy's lister reads them: decoded address and text must be the same. */
const linkForm = /<a[^>]*href="([^"]*)"[^>]*>(?:<[^>]+>)*?([^<>]+?)(?:<[^>]+>)*?<\/a>/g;
const readByIvy = (page: string): string[] =>
  [...page.matchAll(linkForm)]
    .map(([, href, text]) => [decodeURIComponent(href.replace(/^\.\//, '')), text])
    .filter(([href, text]) => href === text)
    .map(([, text]) => text);

describe('a directory listing', () => {
  it('names directories with a slash and files without, in the order of their bytes', () => {
    const page = listingPage('/r/a', false, {
      directories: ['1.10', '1.9'],
      files: [{ name: '1.9.txt', size: 3, modified: new Date(0) }],
    });
    expect(readByIvy(page)).toEqual(['1.10/', '1.9.txt', '1.9/']);
    expect(page).toContain('<a href="../">');
  });

  it('is read by Ivy for every name but those that could be markup', () => {
    const names = ['a b', 'a+b', 'a%20b', 'é', 'a&amp;b', '"q"', "it's", 'a:b', '#1', 'a?b'];
    const page = listingPage('/', true, { directories: [], files: names.map((name) => ({ name })) });
    expect(readByIvy(page).sort()).toEqual([...names].sort());
  });

  it('lets no name become markup', () => {
    const page = listingPage('/<b>&', true, {
      directories: ['<script>alert(1)</script>'],
      files: [{ name: '"><img src=x>' }],
    });
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<b>');
  });

  it('has no way up from the root', () =>
    expect(listingPage('/', true, { directories: [], files: [] })).not.toContain('<a'));
});
