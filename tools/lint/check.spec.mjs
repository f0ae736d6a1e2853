import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsed } from '../system/private-files.mjs';
import { boundaryRules } from './boundary-rules.mjs';
import { sourceRules } from './source-rules.mjs';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = join(checkout, 'tools/lint/fixtures');
const eslintRules = [
  'no-restricted-syntax',
  'no-restricted-imports',
  'queries-in-stores',
  'data-is-typed',
  'kinds-have-no-names',
  'libraries-keep-their-insides',
  'sql-in-queries',
  'max-lines',
];

/**
 * Output of a program of this tree; its status is what the output says again.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<string>}
 */
const outputOf = (program, ...args) =>
  new Promise((done) => {
    const options = { cwd: checkout, maxBuffer: 1 << 26 };
    execFile(process.execPath, [join(checkout, program), ...args], options, (_, stdout) => done(stdout));
  });

const trees = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const rules = trees.map(({ name }) => name);
const sources = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(?:ts|md)$|\/package\.json$/.test(file),
);
/** @param {string} rule */
const below = (rule) => sources.filter((file) => file.startsWith(rule + sep));
/** @param {string} file */
const isRefused = (file) => /\/(?:\d+-)?refused[^/]*(?:\/|$)/.test(file);

/**
 * Every finding as `<file> <rule>`, the file relative to the fixtures.
 * @type {Set<string>}
 */
const findings = new Set();

beforeAll(async () => {
  const roots = rules.map((rule) => join(fixtures, rule));
  const [boundaries, eslint] = await Promise.all([
    outputOf('tools/lint/check.mjs', ...roots),
    outputOf('node_modules/eslint/bin/eslint.js', '--no-ignore', '--format', 'json', 'tools/lint/fixtures'),
  ]);
  for (const line of boundaries.trim().split('\n')) {
    const [file, rule] = line.split(': ');
    findings.add(`${relative(fixtures, join(checkout, file))} ${rule}`);
  }
  const results = /** @type {import('eslint').ESLint.LintResult[]} */ (parsed(eslint));
  for (const { filePath, messages } of results)
    for (const { ruleId } of messages)
      findings.add(`${relative(fixtures, filePath)} ${String(ruleId).replace('holdfast/', '')}`);
});

describe('boundaries', () => {
  it('have a fixture for every rule, and none for a rule that does not exist', () => {
    const known = [...boundaryRules.map(({ name }) => name), ...Object.keys(sourceRules), ...eslintRules];
    expect(rules.sort()).toEqual(known.sort());
  });

  it.each(rules)('reports what breaks "%s"', (rule) => {
    const refused = below(rule).filter(isRefused);
    expect(refused).not.toEqual([]);
    expect(refused.filter((file) => !findings.has(`${file} ${rule}`))).toEqual([]);
  });

  it.each(rules)('lets pass what keeps "%s"', (rule) => {
    const allowed = below(rule).filter((file) => !isRefused(file));
    expect([...findings].filter((finding) => allowed.includes(finding.split(' ')[0]))).toEqual([]);
  });
});

describe('the compiler', () => {
  it('is the native one', async () => {
    expect(await outputOf('node_modules/.bin/tsc', '-v')).toBe('Version 7.0.2\n');
  });
});
