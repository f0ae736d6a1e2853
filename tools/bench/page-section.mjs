/**
 * A part of docs/benchmarks.md, behind all else, that is written by itself.
 * @param {string} name
 */
export const pageSection = (name) => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];

  /** What a page has of it, with its marks; empty: nothing. @param {string} page */
  const of = (page) => {
    const [from, to] = [page.indexOf(begin), page.indexOf(end)];
    return from < 0 || to < from ? '' : page.slice(from, to + end.length);
  };

  /**
   * The page with another one.
   * @param {string} page
   * @param {string} section also as `of` has it; or none
   */
  const put = (page, section) => {
    const rest = page.replace(of(page), () => '').trimEnd();
    if (!section) return `${rest}\n`;
    const marked = section.startsWith(begin) ? section : `${begin}\n\n${section}\n\n${end}`;
    return `${rest}\n\n${marked}\n`;
  };

  return { of, put };
};
