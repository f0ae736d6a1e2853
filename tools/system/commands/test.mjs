import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { Complaint, helped } from '../complaint.mjs';
import { traceOf } from '../failure.mjs';
import { proofLines, proofOf } from '../proofs.mjs';
import { quickDirectory } from '../quick-directory.mjs';
import { installClients } from '../setup/clients.mjs';
import { earlierCode, releasedCode, buildCode } from '../setup/earlier-code.mjs';
import { installCluster } from '../setup/cluster-programs.mjs';
import { inCheckout, install } from '../setup/install.mjs';
import { installMercurial } from '../setup/mercurial.mjs';
import { installMutator } from '../setup/mutator.mjs';
import { installNodegit, nodegit } from '../setup/nodegit.mjs';
import { addTotals, noTotals, totalsLine, verdict } from '../test-totals.mjs';

const usage = `Usage: tools/test [unit|e2e|mutation|cluster] [pattern …], tools/test images, or tools/test PROOF
Runs every test from nothing, or those whose path matches a pattern. What takes too long for every run:
${proofLines()
  .map((line) => `  ${line}`)
  .join('\n')}`;

if (helped(usage)) process.exit(0);

const [first, ...others] = process.argv.slice(2);
const long = proofOf(first, others);
const which = long ? 'e2e' : ['unit', 'e2e', 'mutation', 'cluster', 'images'].includes(first) ? first : 'all';
const patterns = long ? [long.scenarios] : which === 'all' ? process.argv.slice(2) : others;
const proof = long?.variables ?? {};
/** @param {string} line */
const say = (line) => process.stderr.write(`setup | ${line}\n`);

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());

/** Everything takes a quarter of an hour; who waits for it learns of a test that stands still before he gives up. */
const longest = 45 * 60_000;
if (which === 'all') {
  const late = () => {
    process.stderr.write(
      `not done after ${longest / 60_000} minutes: a test that is not reported above stands still\n`,
    );
    stop.abort();
  };
  setTimeout(late, longest).unref();
}

/**
 * Installs and builds what every test needs. `clients`: what only scenarios need, which is fetched as soon as the
 * programs of the service are there: npm and the first tests leave room for that.
 * @param {((npm: Promise<void>) => Promise<void>) | undefined} fetchClients `npm`: when the packages are there
 * @returns {Promise<{ clients: Promise<void> }>}
 */
const prepared = (fetchClients) =>
  new Promise((ready, failed) => {
    let clients = Promise.resolve();
    const begin = (/** @type {Promise<void>} */ npm) => {
      clients = fetchClients?.(npm) ?? clients;
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

/** Proofs fill more than memory, and some of them measure a disk. */
const isDaily = !long && ['all', 'unit', 'e2e'].includes(which);
/** Everything lies in a directory of its own, which is gone afterwards. */
const temporary = isDaily ? quickDirectory('holdfast-test-') : mkdtempSync(join(tmpdir(), 'holdfast-test-'));
let totals = noTotals;
try {
  const tooMany = which === 'images' && patterns.length > 0;
  if (long?.isWrong || tooMany || patterns.some((pattern) => pattern.startsWith('-')))
    throw new Complaint(usage);
  const options = { temporary, patterns, proof, signal: stop.signal };
  const isNamed = (/** @type {string} */ path) => patterns.some((each) => new RegExp(each, 'i').test(path));
  const needs = {
    everyBuildTool: first === 'clients',
    fuzzer: isNamed('apps/e2e/proofs/contract-schemathesis.e2e.ts'),
    earlier: [
      ...(isNamed('apps/e2e/proofs/upgrade/upgrade.e2e.ts') ? [earlierCode] : []),
      ...(long?.release ? [releasedCode] : []),
    ],
    clocks: isNamed('apps/e2e/proofs/faults/faults.e2e.ts'),
    watcher: isNamed('apps/e2e/proofs/observability.e2e.ts'),
  };
  const scenarios = which === 'all' || which === 'e2e';
  const { clients } = await prepared(scenarios ? (npm) => installClients({ ...needs, npm }) : undefined);
  const { version, ofClient } = long ?? {};
  const variable = ofClient ? 'HOLDFAST_TEST_HG_CLIENT' : 'HOLDFAST_TEST_HG';
  if (version !== undefined)
    await inCheckout(async () => (process.env[variable] = await installMercurial(version, say)));
  if (long?.nodegit) {
    await inCheckout(() => installNodegit(say));
    process.env.HOLDFAST_TEST_NODEGIT = nodegit;
  }
  if (long?.release) {
    await clients;
    await inCheckout(() => buildCode(releasedCode));
    process.env.HOLDFAST_TEST_RELEASE = releasedCode.place;
  }
  // Not before: it needs the packages that have just been installed.
  const { runScenarios, runSpecs } = await import('../test-run.mjs');
  const specs =
    which === 'all' || which === 'unit' ? options : long?.specs && { ...options, patterns: [long.specs] };
  const beside = specs ? runSpecs(specs) : Promise.resolve(noTotals);
  // It is waited for at the end: Node would end before, and leave the scenarios' servers.
  beside.catch(() => undefined);
  // A proof fills the machine: beside it specs wait for a minute in vain.
  if (long) await beside.catch(() => undefined);
  try {
    await clients;
    // Both wait for other programs much of their time.
    if (scenarios) totals = addTotals(totals, await runScenarios({ ...options, beside }));
  } finally {
    totals = addTotals(totals, await beside);
  }
  if (which === 'cluster') {
    await inCheckout(() => installCluster(say));
    const { runCluster } = await import('../chart-test.mjs');
    totals = addTotals(totals, await runCluster(options));
  }
  if (which === 'images') {
    const { runImages } = await import('../image-test.mjs');
    totals = addTotals(totals, await runImages(options));
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
