import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const number = (value) =>
  value === undefined
    ? '–'
    : value >= 100
      ? Math.round(value).toLocaleString('en')
      : value.toFixed(value >= 10 ? 1 : 2);

const share = (value) =>
  value === undefined ? '–' : value < 1 ? `${(value * 100).toFixed(1)} %` : `${value.toFixed(2)} ×`;

const wanted = ({ target, better, baseline }) => {
  if (target === undefined) return '–';
  const sign = better === 'more' ? '≥' : '≤';
  return baseline === undefined ? `${sign} ${number(target)}` : `${sign} ${share(target)}`;
};

const verdict = ({ met }) => (met === undefined ? '' : met ? 'met' : '**missed**');

const rows = (results) =>
  results.map((each) => [
    each.title,
    `${number(each.ours)} ${each.unit}`,
    each.baseline === undefined ? '–' : `${number(each.baseline)}`,
    share(each.ratio),
    wanted(each),
    verdict(each),
  ]);

const heading = ['scenario', 'Holdfast', 'baseline', 'ratio', 'target', ''];

/** The results as lines of a Markdown table. */
export const table = (results) =>
  [heading, heading.map(() => '---'), ...rows(results)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const version = (program, ...args) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

const titles = {
  operation: 'Operation',
  api: 'JSON API, against nginx with the same bytes in a file',
  git: 'git, against `git http-backend` behind nginx',
  artifacts: 'Artifacts, against nginx with auth_basic and WebDAV',
  large: 'One file of 5 GiB',
};

/** Writes docs/benchmarks.md. */
export const writePage = async (results, { rounds, seconds }) => {
  const groups = [...new Set(results.map(({ group }) => group))];
  const text = `# Benchmarks

Written by \`node tools/bench/run.mjs --write\` on ${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} cores (${cpus()[0].model}), Linux ${release()}, Node ${process.version}, ${version('git', '--version')}. The load generator runs
on the same cores. Each number is the median of ${rounds} rounds (wrk: ${seconds} s each) in which both sides take turns, so the ratios are firmer than the
numbers. Targets are those that the product sets itself.

${groups.map((group) => `## ${titles[group]}\n\n${table(results.filter((each) => each.group === group))}`).join('\n\n')}

What is measured, and how, is in \`tools/bench/README.md\`.
`;
  const path = join(import.meta.dirname, '../../docs/benchmarks.md');
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), parser: 'markdown' }));
};
