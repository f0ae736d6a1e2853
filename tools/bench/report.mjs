/**
 * What is shown of a scenario that was measured.
 * @typedef {object} Shown
 * @property {string} title
 * @property {string} unit
 * @property {'more' | 'less'} better
 * @property {number} [target]
 * @property {number} ours
 * @property {number} [baseline]
 * @property {number} [ratio]
 * @property {boolean} [holds]
 * @property {{ ours?: Record<string, number>, baseline?: Record<string, number> }} [cpu]
 * @property {string} [note]
 */
/** @typedef {Shown & { group: string, name: string }} Result */

/** @param {number} value */
const number = (value) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);

/** @param {number} value */
const share = (value) =>
  value < 1 ? `${(value * 100).toFixed(value < 0.1 ? 2 : 1)} %` : `${value.toFixed(2)} ×`;

/** @param {number | undefined} value @param {string} unit */
const amount = (value, unit) => (value === undefined ? '–' : `${number(value)} ${unit}`);

/** @param {Shown} result */
const wanted = ({ target, better, baseline, unit }) => {
  if (target === undefined) return '–';
  const sign = better === 'more' ? '≥' : '≤';
  return `${sign} ${baseline === undefined ? amount(target, unit) : share(target)}`;
};

/** @param {Shown} result */
const verdict = ({ holds }) => (holds === undefined ? '–' : holds ? 'yes' : '**no**');

/**
 * `gateway 310, nats 40`, the largest first; what is below a hundredth of the whole is left out.
 * @param {Record<string, number>} [used]
 */
export const cpuShares = (used = {}) => {
  const entries = Object.entries(used);
  const total = entries.reduce((sum, [, each]) => sum + each, 0);
  return entries
    .filter(([, each]) => each > 0 && each >= total / 100)
    .sort(([, one], [, other]) => other - one)
    .map(([name, each]) => `${name} ${number(each)}`)
    .join(', ');
};

/** @param {Shown} result */
const cpu = ({ cpu: used }) => {
  const sides = [cpuShares(used?.ours), cpuShares(used?.baseline)];
  return sides.filter(Boolean).join(' / ') || '–';
};

const heading = ['scenario', 'ours', 'baseline', 'ratio', 'target', 'holds', 'CPU µs/request by process'];

/** @param {Shown} result */
const row = (result) => [
  result.note ? `${result.title} (${result.note})` : result.title,
  amount(result.ours, result.unit),
  amount(result.baseline, result.unit),
  result.ratio === undefined ? '–' : share(result.ratio),
  wanted(result),
  verdict(result),
  cpu(result),
];

/** The results as lines of a Markdown table. @param {Shown[]} results */
export const table = (results) =>
  [heading, heading.map(() => '---'), ...results.map(row)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** @type {Record<string, string>} */
const sections = {
  operation: 'Operation',
  api: 'Branches, against nginx that sends the same bytes from a file',
  git: 'git, against `git http-backend` behind nginx',
  content: 'What is in a repository, against nginx that sends the same bytes, or git by hand',
  ssh: 'git over SSH, against the stock sshd',
  lfs: 'Large files of git, against artifacts',
  mercurial: 'Mercurial, against a bare hgweb',
  subversion: 'Subversion, against a bare Apache with mod_dav_svn',
  many: 'Ten thousand repositories of each kind, against a thousand',
  people: 'Projects and users, against nginx with the same bytes, or the statements alone',
  artifacts: 'Artifacts, against nginx with auth_basic and WebDAV',
  metadata: 'Computed metadata, against that of few versions',
  replicas: 'Replicas, against one process',
  mixed: 'Small requests while others carry bytes',
  large: 'One file of 5 GiB',
};

/** `Missed: a, b` or that all targets hold. @param {Result[]} results */
export const conclusion = (results) => {
  const judged = results.filter(({ holds }) => holds !== undefined);
  const missed = judged.filter(({ holds }) => !holds).map(({ group, name }) => `${group}:${name}`);
  return missed.length
    ? `${missed.length} of ${judged.length} targets missed: ${missed.join(', ')}.`
    : `All ${judged.length} targets hold.`;
};

/**
 * What docs/benchmarks.md says of scenarios that were measured by themselves.
 * @param {Result[]} results
 * @param {string[]} machine lines that describe it and the run
 */
export const againSection = (results, machine) =>
  [
    '## Measured again',
    'Rows that were measured by themselves later, also on another machine: numbers are to be compared in a row only.',
    machine.map((line) => `- ${line}`).join('\n'),
    conclusion(results),
    table(results),
  ].join('\n\n');

/**
 * The text of docs/benchmarks.md.
 * @param {Result[]} results
 * @param {string[]} machine lines that describe it and the run
 */
export const page = (results, machine) => {
  const groups = [...new Set(results.map(({ group }) => group))];
  const tables = groups.map(
    (name) => `## ${sections[name]}\n\n${table(results.filter(({ group }) => group === name))}`,
  );
  return [
    '# Benchmarks',
    'Written by `node tools/bench/run.mjs --write`; `tools/bench/README.md` says what is measured, and how. Load generator, product and ' +
      'baseline share the cores, both sides take turns in the same run, and the medians are compared: the ratios are firmer than the numbers. ' +
      'The last column is the CPU time of each process per request, ours / the baseline’s; it is larger where the machine does other things too. ' +
      'The targets are those that the product sets itself.',
    machine.map((line) => `- ${line}`).join('\n'),
    conclusion(results),
    ...tables,
    '',
  ].join('\n\n');
};
