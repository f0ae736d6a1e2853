import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import base from '../../jest.config.mjs';
import { checkout } from './paths.mjs';
import { readJson } from './private-files.mjs';
import { mutator } from './setup/mutator.mjs';
import { addTotals, noTotals } from './test-totals.mjs';

/** Of all changes that are made to the code, so many per cent must be noticed by a test. */
const least = 85;

/**
 * What is changed in one run, and the tests of which one must notice it: those that need no server.
 * @typedef {{ name: string, mutate: string[], tests: string[] }} Mutation
 */

/**
 * Code that ends processes, or has them give way, by the numbers that the system tells, or starts them anew. It is
 * never changed: with a condition less it reaches all processes of the machine, as one did that put the whole session
 * last, or starts hundreds that nobody ends.
 */
export const neverChanged = ['child-processes', 'orphans', 'priority', 'resident-program'];

/**
 * What decides in files that are not called rules, by the libraries in which it stands: to whom processes connect.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const deciding = {
  'libs/kernel': ['address-block', 'outgoing-address'],
  'libs/platform': ['byte-ports/byte-peers', 'byte-ports/byte-place', 'byte-ports/peer-rule'],
};

/**
 * All of a library but what its kinds are tested by: a change of that is noticed by the tests of the kinds.
 * @param {string} library
 * @param {{ code?: string, tests?: string }} [where]
 */
const wholly = (library, { code = 'src/**', tests = library } = {}) => ({
  name: library,
  mutate: [
    `${library}/${code}/*.ts`,
    '!**/{index,*conformance,conformance-*,*samples}.ts',
    // A thread runs the built program: no test would meet a change of it.
    '!**/*.{spec,fixture,worker}.ts',
    `!**/process/{${neverChanged.join()}}.ts`,
  ],
  tests: [`${tests}/src/**/*.spec.ts`],
});

/** @param {string} project */
const itsRules = (project) => {
  const files = ['**/*.rules', ...(deciding[project] ?? [])].map((file) => `${project}/src/${file}`);
  return {
    name: project,
    mutate: files.map((file) => `${file}.ts`),
    tests: files.map((file) => `${file}*.spec.ts`),
  };
};

/** @param {string} directory */
const below = (directory) => readdirSync(join(checkout, directory)).map((name) => `${directory}/${name}`);

/** The kit of contracts, the interfaces behind which kinds stand, with the tests of these, and the artifact kinds. */
const libraries = [
  wholly('libs/contracts', { code: 'src/kit' }),
  wholly('libs/vcs/spi'),
  wholly('libs/blobs/spi'),
  wholly('libs/artifacts/spi', { tests: 'libs/artifacts/*' }),
  ...below('libs/artifacts')
    .filter((kind) => !kind.endsWith('/spi'))
    .map((kind) => wholly(kind)),
];

const projects = () =>
  [...below('apps'), ...below('libs').flatMap((directory) => [directory, ...below(directory)])].filter(
    (directory) => existsSync(join(checkout, directory, 'package.json')),
  );

/** @param {string} project */
const hasRules = (project) =>
  existsSync(join(checkout, project, 'src')) &&
  readdirSync(join(checkout, project, 'src'), { recursive: true, encoding: 'utf8' }).some((file) =>
    file.endsWith('.rules.ts'),
  );

/** What can be changed, rules everywhere. @returns {Mutation[]} */
export const mutations = () => [
  ...libraries,
  ...projects()
    .filter(
      (project) =>
        (project in deciding || hasRules(project)) && !libraries.some(({ name }) => name === project),
    )
    .map(itsRules),
];

/**
 * @typedef {{ name?: string, exports?: Record<string, { source?: string }> }} Package what is read of a package.json
 */

/**
 * Jest finds the libraries in the copy in which they are changed, and not where npm has linked them.
 * @returns {[pattern: string, path: string][]}
 */
const sourcesByName = () =>
  projects().flatMap((directory) => {
    const { name = '', exports = {} } = /** @type {Package} */ (
      readJson(join(checkout, directory, 'package.json')) ?? {}
    );
    return Object.entries(exports).flatMap(([path, { source }]) =>
      source ? [[`^${join(name, path)}$`, `<rootDir>/${join(directory, source)}`]] : [],
    );
  });

/** @param {Mutation} mutation @param {string} temporary */
const configuration = ({ mutate, tests }, temporary) => ({
  mutate,
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  coverageAnalysis: 'perTest',
  jest: {
    config: {
      ...base,
      testMatch: tests.map((glob) => `<rootDir>/${glob}`),
      testPathIgnorePatterns: ['\\.int\\.spec\\.ts$'],
      moduleNameMapper: { ...base.moduleNameMapper, ...Object.fromEntries(sourcesByName()) },
    },
  },
  // Threads run what is built of their workers.
  ignorePatterns: [
    ...['.holdfast', '.tools', '.nx', '**/dist', '/docs', '/deploy', '/apps/e2e', '/tools'],
    ...['!/libs/blobs/spi/dist', '!/libs/blobs/spi/dist/**'],
  ],
  tempDirName: join(temporary, 'mutated'),
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  // A busy machine is slow; a change that makes a loop endless is noticed all the same (ms).
  timeoutMS: 20_000,
  logLevel: 'warn',
  allowConsoleColors: false,
  warnings: { slow: false },
  thresholds: { high: 100, low: least, break: least },
});

/**
 * Changes the code here and there and runs the tests that reach the place. Answers whether enough of the changes were
 * noticed; those that were not are shown.
 * @param {Mutation} mutation
 * @param {{ temporary: string, signal: AbortSignal }} run
 * @returns {Promise<boolean>}
 */
export const runMutation = (mutation, { temporary, signal }) => {
  const file = join(temporary, 'stryker.json');
  writeFileSync(file, JSON.stringify(configuration(mutation, temporary)));
  return new Promise((done) => {
    const child = spawn(process.execPath, [mutator, 'run', file], { cwd: checkout, stdio: ['ignore', 1, 2] });
    const end = () => child.kill('SIGTERM');
    signal.addEventListener('abort', end);
    child.once('close', (status) => {
      signal.removeEventListener('abort', end);
      done(status === 0);
    });
  });
};

/**
 * Does so in all projects whose path matches, one after the other. A project counts as one test.
 * @param {import('./test-run.mjs').TestRun} run
 */
export const runMutations = async ({ temporary, patterns, signal }) => {
  const wanted = patterns.map((pattern) => new RegExp(pattern, 'i'));
  let totals = noTotals;
  for (const mutation of mutations()) {
    if (signal.aborted || (wanted.length && !wanted.some((each) => each.test(mutation.name)))) continue;
    process.stdout.write(`\nChanges in ${mutation.name}\n`);
    const passed = await runMutation(mutation, { temporary, signal });
    totals = addTotals(totals, { ...noTotals, ...(passed ? { passed: 1 } : { failed: 1 }) });
  }
  return totals;
};
