import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Instance } from './instance.mjs';
import { openLog } from './log.mjs';
import { checkout, layout, toolsDirectory } from './paths.mjs';
import { freePort } from './ports.mjs';
import { privateDirectory, readJson } from './private-files.mjs';
import { readSettings } from './settings.mjs';
import { totalsOf } from './test-totals.mjs';

const jest = join(checkout, 'node_modules/jest/bin/jest.js');

/** Runs Jest once over the workspace; its report goes to the terminal, its totals are answered. */
const runJest = ({ name, roots, match, patterns, temporary, signal, env, args = [] }) =>
  new Promise((done) => {
    const outputFile = join(temporary, `${name}.json`);
    const options = [
      ...['--config', 'jest.config.mjs', '--rootDir', '.', '--ci', '--passWithNoTests', '--json'],
      ...roots.flatMap((root) => ['--roots', `<rootDir>/${root}`]),
      ...match.flatMap((glob) => ['--testMatch', `<rootDir>/${glob}`]),
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
    child.once('close', (status) => {
      signal.removeEventListener('abort', end);
      done(totalsOf(readJson(outputFile), status));
    });
  });

/** An installation in a directory of its own, with ports of its own, that nothing outside knows of. */
const throwaway = async (temporary, name, options) => {
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
  });
  return { settings, instance: new Instance(settings, openLog(logFile), options) };
};

/** The tests beside the code, the small ones and those that need a real database, broker or engine. */
export const runSpecs = async ({ temporary, patterns, signal }) => {
  const { instance } = await throwaway(temporary, 'specs', { testing: true });
  try {
    await instance.claim();
    const { adminUrl, natsUrl } = await instance.startInfrastructure();
    return await runJest({
      name: 'specs',
      roots: ['apps', 'libs', 'tools'],
      match: ['{apps,libs}/**/src/**/*.spec.ts', 'tools/**/*.spec.{mjs,ts}'],
      env: { HOLDFAST_TEST_DATABASE_URL: adminUrl, HOLDFAST_TEST_NATS_URL: natsUrl('test') },
      temporary,
      patterns,
      signal,
    });
  } finally {
    await instance.stop();
  }
};

/** The scenarios: the whole system, driven from outside by real clients. */
export const runScenarios = async ({ temporary, patterns, signal }) => {
  if (signal.aborted) return totalsOf(undefined, 1);
  const { settings, instance } = await throwaway(temporary, 'e2e', {});
  const { access, logFile } = layout(settings.home);
  const scratch = join(temporary, 'scratch');
  mkdirSync(scratch, { mode: 0o700 });
  try {
    await instance.claim();
    await instance.start();
    return await runJest({
      name: 'e2e',
      roots: ['apps/e2e'],
      match: ['apps/e2e/**/*.e2e.ts'],
      args: ['--testTimeout', '120000'],
      env: {
        HOLDFAST_TEST_ACCESS: access,
        HOLDFAST_TEST_HOME: settings.home,
        HOLDFAST_TEST_TOOLS: toolsDirectory,
        HOLDFAST_TEST_LOG: logFile,
        HOLDFAST_HOME: settings.home,
        TMPDIR: scratch,
      },
      temporary,
      patterns,
      signal,
    });
  } finally {
    await instance.stop();
  }
};
