// node tools/bench/run.mjs [--write] [--rounds N] [--seconds N] [--keep] [scenario…]; see README.md
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Installation } from './installation.mjs';
import { Baseline } from './baseline.mjs';
import { measure } from './measure.mjs';
import { table, writePage } from './report.mjs';
import { api } from './scenarios/api.mjs';
import { artifacts } from './scenarios/artifacts.mjs';
import { git } from './scenarios/git.mjs';
import { large } from './scenarios/large.mjs';
import { operation } from './scenarios/operation.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
});

const groups = { operation, api, git, artifacts, large };
const unknown = positionals.filter((name) => !Object.keys(groups).includes(name.split(':')[0]));
if (unknown.length) {
  process.stderr.write(
    `Unknown: ${unknown.join(', ')}. Groups: ${Object.keys(groups).join(', ')}; one scenario: group:name\n`,
  );
  process.exit(2);
}
/** Everything but the large transfers, if nothing is named. */
const wanted = positionals.length ? positionals : Object.keys(groups).filter((name) => name !== 'large');
const isWanted = (group, scenario) => wanted.includes(group) || wanted.includes(`${group}:${scenario}`);

const directory = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const bench = {
  directory,
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  installation: new Installation(join(directory, 'home')),
  baseline: new Baseline(join(directory, 'baseline')),
};
const results = [];
const stop = async () => {
  await bench.baseline.stop();
  await bench.installation.stop();
  rmSync(directory, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stop().finally(() => process.exit(130)));
try {
  await bench.installation.start();
  await bench.baseline.start();
  for (const [name, group] of Object.entries(groups)) {
    if (!wanted.some((each) => each.split(':')[0] === name)) continue;
    process.stderr.write(`${name}: preparing\n`);
    for (const scenario of await group(bench)) {
      if (!isWanted(name, scenario.name)) continue;
      const result = await measure(scenario, bench);
      results.push({ group: name, ...result });
      process.stderr.write(`${table([result])}\n`);
    }
  }
} finally {
  await stop();
}
process.stdout.write(`${table(results)}\n`);
if (values.write) writePage(results, bench);
