/** Stands above each page. */
export const notice = '<!-- Made by tools/reference/generate.mjs; change the contracts instead. -->\n\n';

/** @param {string} name */
export const title = (name) => name.replace(/_/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
/** @param {unknown} text */
const cell = (text) => String(text).replace(/\|/g, '\\|').replace(/\n/g, ' ');
/** @param {unknown[]} cells */
const row = (...cells) => `| ${cells.map(cell).join(' | ')} |`;
/** @param {string[]} head @param {unknown[][]} rows */
export const table = (head, rows) =>
  rows.length
    ? [row(...head), row(...head.map(() => '---')), ...rows.map((each) => row(...each))].join('\n') + '\n'
    : '';
