import type { Faults } from '@holdfast/vcs-spi';

/** What both looks have found: what was written meanwhile looks wrong once only. */
export const inBoth = (first: Faults, second: Faults): Faults => {
  const lines = second.lines.filter((line) => first.lines.includes(line));
  // Of very many not all have their lines.
  const all = second.count > second.lines.length ? Math.min(first.count, second.count) : lines.length;
  return { lines, count: lines.length === 0 ? 0 : all };
};

export const withFault = ({ lines, count }: Faults, line: string | undefined): Faults =>
  line === undefined ? { lines, count } : { lines: [...lines, line], count: count + 1 };
