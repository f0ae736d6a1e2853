import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { Complaint } from '../complaint.mjs';
import { traceOf } from '../failure.mjs';
import { installClients } from '../setup/clients.mjs';
import { inCheckout, install } from '../setup/install.mjs';
import { installMutator } from '../setup/mutator.mjs';
import { addTotals, noTotals, totalsLine, verdict } from '../test-totals.mjs';

const usage = 'Usage: tools/test [unit|e2e|mutation] [pattern], or tools/test events [number of changes]';

const [first, ...others] = process.argv.slice(2);
const which = first === 'events' ? 'e2e' : ['unit', 'e2e', 'mutation'].includes(first) ? first : 'all';
/** The proof that events survive whatever is killed, with so many changes: too long for every day. */
const changes = first === 'events' ? (others[0] ?? '1000') : undefined;
const patterns = changes ? ['events-crash'] : which === 'all' ? process.argv.slice(2) : others;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());

/** Everything lies in a directory of its own, which is gone afterwards. */
const temporary = mkdtempSync(join(tmpdir(), 'holdfast-test-'));
let totals = noTotals;
try {
  const isWrong = changes !== undefined && (others.length > 1 || !/^[1-9]\d{0,5}$/.test(changes));
  if (isWrong || patterns.some((pattern) => pattern.startsWith('-'))) throw new Complaint(usage);
  await inCheckout(async () => {
    await install();
    await build();
  });
  const options = { temporary, patterns, changes, signal: stop.signal };
  // Fetched while the tests run that do not need them.
  const clients = which === 'all' || which === 'e2e' ? inCheckout(installClients) : undefined;
  clients?.catch(() => undefined);
  // Not before: it needs the packages that have just been installed.
  const { runScenarios, runSpecs } = await import('../test-run.mjs');
  if (which === 'all' || which === 'unit') totals = addTotals(totals, await runSpecs(options));
  await clients;
  if (which === 'all' || which === 'e2e') totals = addTotals(totals, await runScenarios(options));
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
