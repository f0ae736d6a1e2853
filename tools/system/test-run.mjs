import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { openCompanyDoor } from './company-door.mjs';
import { Instance } from './instance.mjs';
import { endLeftOpen } from './left-open.mjs';
import { openLog } from './log.mjs';
import { checkout, layout, toolsDirectory } from './paths.mjs';
import { freePort } from './ports.mjs';
import { privateDirectory, readJson } from './private-files.mjs';
import { placeOf, scenariosOf } from './scenario-files.mjs';
import { readSettings } from './settings.mjs';
import { earlierCode } from './setup/earlier-code.mjs';
import { codeThatChanges } from './test-code.mjs';
import { onlyByTls, tlsFiles } from './test-tls.mjs';
import { isLong, lotsOf } from './longest-first.mjs';
import { writeBundles } from './spec-bundles.mjs';
import { addTotals, noTotals, totalsOf } from './test-totals.mjs';

const jest = join(checkout, 'node_modules/jest/bin/jest.js');

/** @import { JestOutput, Totals } from './test-totals.mjs' */

/**
 * What the tests of a command are run with; `proof` is what tests read to do more than on every day.
 * @typedef {{ temporary: string, patterns: string[], proof: Record<string, string>, signal: AbortSignal }} TestRun
 */

/**
 * Runs Jest once over the workspace; its report goes to the terminal, its totals are answered.
 * @param {object} options
 * @param {string} options.name
 * @param {string[]} options.roots
 * @param {string[]} options.match
 * @param {string[]} [options.patterns]
 * @param {string} options.temporary
 * @param {AbortSignal} options.signal
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string[]} options.args
 * @returns {Promise<Totals>}
 */
const runJest = ({ name, roots, match, patterns = [], temporary, signal, env, args }) =>
  new Promise((done) => {
    const outputFile = join(temporary, `${name}.json`);
    const options = [
      ...['--config', 'jest.config.mjs', '--rootDir', '.', '--ci', '--passWithNoTests', '--json'],
      ...['--testSequencer', join(import.meta.dirname, 'longest-first.mjs')],
      ...roots.flatMap((root) => ['--roots', resolve(checkout, root)]),
      ...match.flatMap((glob) => ['--testMatch', glob]),
      ...['--outputFile', outputFile, ...args],
      ...(patterns.length ? ['--testPathPatterns', ...patterns] : []),
    ];
    // With --json the result goes to stdout as well; the file is enough.
    const child = spawn(process.execPath, ['--experimental-vm-modules', '--no-warnings', jest, ...options], {
      cwd: checkout,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const end = () => child.kill('SIGTERM');
    signal.addEventListener('abort', end);
    void endLeftOpen(child, outputFile).then((isLeft) => {
      signal.removeEventListener('abort', end);
      if (isLeft) process.stderr.write(`${name}: a test has left something open, and its run was ended\n`);
      done(
        totalsOf(/** @type {JestOutput | undefined} */ (readJson(outputFile)), isLeft ? 0 : child.exitCode),
      );
    });
  });

/**
 * An installation in a directory of its own, with ports of its own, that nothing outside knows of.
 * @param {string} temporary
 * @param {string} name
 * @param {AbortSignal} signal
 * @param {{ durable?: boolean, tester?: boolean, drain?: string | undefined,
 * tls?: import('./infrastructure.mjs').TlsFiles | undefined, code?: string | undefined }} [options]
 */
const throwaway = async (temporary, name, signal, { drain, tls, ...options } = {}) => {
  const home = join(temporary, name);
  const { log, logFile } = layout(home);
  for (const directory of [home, log]) privateDirectory(directory);
  const [port, sshPort] = [await freePort(), await freePort()];
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^(HOLDFAST_|DATABASE_URL$|NATS_URL$)/.test(key),
  );
  const settings = readSettings({
    ...Object.fromEntries(inherited),
    HOLDFAST_HOME: home,
    HOLDFAST_PORT: String(port),
    HOLDFAST_SSH_PORT: String(sshPort),
    // The tests of artifacts over a bucket: it stays as they leave it.
    HOLDFAST_BLOBS_URL: process.env.HOLDFAST_TEST_BLOBS_URL,
    HOLDFAST_TEST_HG: process.env.HOLDFAST_TEST_HG,
    HOLDFAST_GIT_READER: process.env.HOLDFAST_TEST_NODEGIT && 'nodegit',
    // Repositories here are imported from each other; every other address of this machine is closed as usual.
    HOLDFAST_IMPORT_NETWORKS: '127.0.0.1',
    // A scenario fills it with branches.
    HOLDFAST_REFS: String(8 * 2 ** 20),
    // Nobody listens there but a scenario, which says of its requests that they are recorded.
    HOLDFAST_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    HOLDFAST_OTLP_RATIO: '0',
    HOLDFAST_DRAIN_SECONDS: drain,
    ...(tls && onlyByTls(tls)),
  });
  const instance = new Instance(settings, openLog(logFile), { ...options, tls });
  signal.addEventListener('abort', () => void instance.stop());
  return { settings, instance };
};

/** Specs wait for programs that they start, more than scenarios; what is late on a slow machine fails. */
const specsAtATime = availableParallelism() + 2;

/** A directory for what the tests leave lying about. @param {string} temporary */
const scratchIn = (temporary) => privateDirectory(join(temporary, 'scratch'));

const toolSpecs = '<rootDir>/tools/**/*.spec.mjs';

/**
 * Where Jest looks for specs: for those that are named by themselves, for all in bundles.
 * @param {string} temporary
 * @param {string[]} patterns
 */
const filesOf = (temporary, patterns) => {
  const roots = ['apps', 'libs', 'tools'];
  if (patterns.length) return { roots, match: ['<rootDir>/{apps,libs}/**/src/**/*.spec.ts', toolSpecs] };
  const bundles = join(temporary, 'bundles');
  const apart = writeBundles(bundles, isLong).map((path) => `<rootDir>/${path}`);
  return { roots: [...roots, bundles], match: ['**/bundle-*.spec.mjs', ...apart] };
};

/**
 * The tests beside the code, the small ones and those that need a real database, broker or engine.
 * @param {TestRun} run
 */
export const runSpecs = async ({ temporary, patterns, proof, signal }) => {
  const { instance } = await throwaway(temporary, 'specs', signal, { durable: false, tester: true });
  try {
    await instance.claim();
    const { adminUrl, testUrl } = await instance.startInfrastructure();
    return await runJest({
      name: 'specs',
      ...filesOf(temporary, patterns),
      args: ['--maxWorkers', String(specsAtATime)],
      env: {
        ...proof,
        HOLDFAST_TEST_DATABASE_URL: adminUrl,
        HOLDFAST_TEST_NATS_URL: testUrl,
        TMPDIR: scratchIn(temporary),
      },
      temporary,
      patterns,
      signal,
    });
  } finally {
    await instance.stop();
  }
};

/** Scenarios wait a lot; more at a time than this would only wait for the installation. */
const scenariosAtATime = Math.min(availableParallelism() + 1, 6);

/** So many installations run at the same time for scenarios of which each needs one for itself. */
const installationsApart = 2;

/**
 * Runs scenarios in an installation that is made for them; `work` is given what runs some files of them.
 * @param {TestRun} run
 * @param {string} name
 * @param {(run: (name: string, files: string[], ...args: string[]) => Promise<Totals>) => Promise<Totals>} work
 */
const inInstallation = async ({ temporary, proof, signal }, name, work) => {
  const drain = proof?.HOLDFAST_TEST_DRAIN;
  const tls = proof?.HOLDFAST_TEST_TLS ? await tlsFiles() : undefined;
  const release = process.env.HOLDFAST_TEST_RELEASE;
  const code = release && codeThatChanges(join(temporary, `${name}-code`), release);
  const { settings, instance } = await throwaway(temporary, name, signal, { tester: true, drain, tls, code });
  const home = layout(settings.home);
  /** @type {Awaited<ReturnType<typeof openCompanyDoor>> | undefined} */
  let companies;
  /** @param {string} part @param {string[]} files @param {string[]} args */
  const run = async (part, files, ...args) =>
    files.length === 0
      ? noTotals
      : runJest({
          name: part,
          roots: ['apps/e2e'],
          match: files.map((file) => `<rootDir>/${relative(checkout, file)}`),
          args,
          env: {
            HOLDFAST_TEST_ACCESS: home.access,
            HOLDFAST_TEST_HOME: settings.home,
            HOLDFAST_TEST_TOOLS: toolsDirectory,
            HOLDFAST_TEST_EARLIER: earlierCode.place,
            HOLDFAST_TEST_CODE: code,
            HOLDFAST_TEST_LOG: home.logFile,
            HOLDFAST_TEST_COMPANIES: companies?.socket,
            HOLDFAST_TEST_COLLECTOR: settings.environment.HOLDFAST_OTLP_ENDPOINT,
            ...proof,
            HOLDFAST_TEST_DATABASE_URL: instance.forTests?.adminUrl,
            HOLDFAST_TEST_NATS_URL: instance.forTests?.testUrl,
            HOLDFAST_HOME: settings.home,
            TMPDIR: scratchIn(temporary),
          },
          temporary,
          signal,
        });
  try {
    await instance.claim();
    await instance.start();
    companies = await openCompanyDoor(home);
    return await work(run);
  } finally {
    companies?.close();
    await instance.stop();
  }
};

/**
 * The scenarios: the whole system, driven from outside by real clients. Some at a time, those that end parts of an
 * installation one after the other in some of their own beside them, then those that run alone, also without `beside`.
 * @param {TestRun & { beside: Promise<unknown> }} options
 */
export const runScenarios = async ({ beside, ...options }) => {
  const { patterns, signal } = options;
  if (signal.aborted) return totalsOf(undefined, 1);
  const files = scenariosOf(patterns);
  const [together, apart, alone] = ['together', 'apart', 'alone'].map((place) =>
    files.filter((file) => placeOf(file) === place),
  );
  const ending = async () => {
    const lots = lotsOf(apart, installationsApart).map((lot, index) => {
      const name = `e2e-apart-${index}`;
      return inInstallation(options, name, (run) => run(name, lot, '--runInBand'));
    });
    return (await Promise.all(lots)).reduce(addTotals, noTotals);
  };
  if (together.length + alone.length === 0) return ending();
  return inInstallation(options, 'e2e', async (run) => {
    const ended = ending();
    ended.catch(() => undefined);
    const shared = await run('e2e', together, '--maxWorkers', String(scenariosAtATime));
    const totals = addTotals(shared, await ended);
    await beside.catch(() => undefined);
    return signal.aborted ? totals : addTotals(totals, await run('e2e-alone', alone, '--runInBand'));
  });
};
