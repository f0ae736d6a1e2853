import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from '../build.mjs';
import { Complaint } from '../complaint.mjs';
import { traceOf } from '../failure.mjs';
import { installClients } from '../setup/clients.mjs';
import { installCluster } from '../setup/cluster-programs.mjs';
import { inCheckout, install } from '../setup/install.mjs';
import { installMutator } from '../setup/mutator.mjs';
import { addTotals, noTotals, totalsLine, verdict } from '../test-totals.mjs';

const usage =
  'Usage: tools/test [unit|e2e|mutation|cluster] [pattern], tools/test events|moves|kills|fuzz [number], tools/test contents [directory …], tools/test faults [nats|postgres|delay], or tools/test clients|crash|floods|drill|upgrade';

const [first, ...others] = process.argv.slice(2);
/**
 * Proofs that are too long for every day: scenarios that are run only so, or that every run has a short round of, and the
 * variable that makes them long. `specs`: those that belong to it. `usual`: the number that may be given instead. `paths`:
 * directories may be given. `names`: one of these may be given.
 * @type {Record<string, { scenarios: string, specs?: string, variable?: string, usual?: string, paths?: true, names?: string[] }>}
 */
const proofs = {
  // Events survive whatever is killed, with so many changes.
  events: { scenarios: 'events-crash', variable: 'HOLDFAST_TEST_CHANGES', usual: '1000' },
  // So many repositories move under load, and moves are cut off after each of their steps.
  moves: {
    scenarios: 'storage-moves',
    specs: 'cut-off-moves',
    variable: 'HOLDFAST_TEST_MOVES',
    usual: '20',
  },
  // So much is acknowledged of each kind while parts and engines are killed at random.
  kills: { scenarios: 'kills-', variable: 'HOLDFAST_TEST_KILLS', usual: '100' },
  // The served contract under requests that are made up, so many for each operation, and all that schemas suggest.
  fuzz: { scenarios: 'contract-(schemathesis|fuzz)', variable: 'HOLDFAST_TEST_FUZZ', usual: '10' },
  // What the API says of these repositories is what git says; without any, of one that is made.
  contents: { scenarios: 'content-comparison', variable: 'HOLDFAST_TEST_CONTENTS', paths: true },
  // The scenarios of build tools with every version of these that setup fetches.
  clients: {
    scenarios: 'scenarios/(maven|maven-deploys|ivy|artifact-groups)\\.e2e',
    variable: 'HOLDFAST_TEST_CLIENTS',
  },
  // Each part in turn is killed while others write.
  crash: { scenarios: 'recovery-(commits|deploys|pushes)\\.e2e', variable: 'HOLDFAST_TEST_CRASHES' },
  // What everything stands on is away for ten seconds, or slow, while people push, commit and upload.
  faults: {
    scenarios: 'proofs/faults',
    variable: 'HOLDFAST_TEST_FAULTS',
    names: ['nats', 'postgres', 'delay'],
  },
  // A backup that is made while all is written to gives back all, or parts where others have gone on.
  drill: { scenarios: 'backup-drill' },
  // An installation that code of git's history made is started by this code.
  upgrade: { scenarios: 'proofs/upgrade' },
  // All that is searched for again and again in many branches.
  floods: { scenarios: 'ref-floods', variable: 'HOLDFAST_TEST_FLOODS' },
};
const long = Object.hasOwn(proofs, first ?? '') ? proofs[first] : undefined;
const which = long ? 'e2e' : ['unit', 'e2e', 'mutation', 'cluster'].includes(first) ? first : 'all';
const patterns = long ? [long.scenarios] : which === 'all' ? process.argv.slice(2) : others;
/** @type {Record<string, string>} */
const proof = long?.variable
  ? {
      [long.variable]: long.paths
        ? others.map((path) => resolve(path)).join('\n')
        : (others[0] ?? long.usual ?? 'all'),
    }
  : {};

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());

/**
 * Installs and builds what every test needs. `clients`: what only scenarios need, which is fetched as soon as the
 * programs of the service are there: npm and the first tests leave room for that.
 * @param {(() => Promise<void>) | undefined} fetchClients
 * @returns {Promise<{ clients: Promise<void> }>}
 */
const prepared = (fetchClients) =>
  new Promise((ready, failed) => {
    let clients = Promise.resolve();
    const begin = () => {
      clients = fetchClients?.() ?? clients;
      clients.catch(() => undefined);
    };
    inCheckout(async () => {
      try {
        await install({ then: build, whenProgramsAreThere: begin });
        ready({ clients });
      } finally {
        await clients.catch(() => undefined);
      }
    }).catch(failed);
  });

/** Everything lies in a directory of its own, which is gone afterwards. */
const temporary = mkdtempSync(join(tmpdir(), 'holdfast-test-'));
let totals = noTotals;
try {
  const isWrong =
    long &&
    !long.paths &&
    others.length > 0 &&
    (others.length > 1 ||
      !(long.names ? long.names.includes(others[0]) : long.usual && /^[1-9]\d{0,5}$/.test(others[0])));
  if (isWrong || patterns.some((pattern) => pattern.startsWith('-'))) throw new Complaint(usage);
  const options = { temporary, patterns, proof, signal: stop.signal };
  const isNamed = (/** @type {string} */ path) => patterns.some((each) => new RegExp(each, 'i').test(path));
  const needs = {
    everyBuildTool: first === 'clients',
    fuzzer: isNamed('apps/e2e/proofs/contract-schemathesis.e2e.ts'),
    earlier: isNamed('apps/e2e/proofs/upgrade/upgrade.e2e.ts'),
  };
  const scenarios = which === 'all' || which === 'e2e';
  const { clients } = await prepared(scenarios ? () => installClients(needs) : undefined);
  // Not before: it needs the packages that have just been installed.
  const { runScenarios, runSpecs } = await import('../test-run.mjs');
  if (which === 'all' || which === 'unit') totals = addTotals(totals, await runSpecs(options));
  if (long?.specs) totals = addTotals(totals, await runSpecs({ ...options, patterns: [long.specs] }));
  await clients;
  if (scenarios) totals = addTotals(totals, await runScenarios(options));
  if (which === 'cluster') {
    await inCheckout(() => installCluster((line) => process.stderr.write(`setup | ${line}\n`)));
    const { runCluster } = await import('../chart-test.mjs');
    totals = addTotals(totals, await runCluster(options));
  }
  if (which === 'mutation') {
    await inCheckout(installMutator);
    const { runMutations } = await import('../mutation.mjs');
    totals = addTotals(totals, await runMutations(options));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Complaint ? error.message : traceOf(error)}\n`);
  totals = addTotals(totals, { ...noTotals, failed: 1 });
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
}
process.exitCode = verdict(totals, { strict: process.env.CI === 'true' });
process.stdout.write(`${totalsLine(totals)}\n`);
