import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../build.mjs';
import { command, Complaint, helped } from '../complaint.mjs';
import { checkout } from '../paths.mjs';
import { parts } from '../release/parts.mjs';
import { signSums, writeSums } from '../release/sums.mjs';
import { problemsOf, versionOf } from '../release/versions.mjs';
import { ask } from '../setup/execute.mjs';
import { inCheckout, install } from '../setup/install.mjs';

const usage = `Usage: tools/release --key FILE --base IMAGE@sha256:… [--to DIRECTORY] [--without PART,…]
       tools/release check

Makes the files of the release that this checkout is: its sources, the chart, the images and their lists of packages,
with their digests, signed by an SSH key. PART: ${Object.keys(parts).join(', ')}.
check: says only whether versions agree and the changelog has this one. docs/guides/releasing.md says all steps.`;

/** @param {string} text */
const print = (text) => void process.stdout.write(`${text}\n`);

const mustAgree = () => {
  const problems = problemsOf(checkout);
  if (problems.length) throw new Complaint(`This is no release:\n  ${problems.join('\n  ')}`);
};

/** What is released is what others find in git. */
const mustBeCommitted = () => {
  const { ok, output } = ask('git', '-C', checkout, 'status', '--porcelain');
  if (!ok || output) throw new Complaint(`Commit first, what is released is a commit:\n${output}`);
};

const optionsOf = () => {
  try {
    const names = /** @type {const} */ (['key', 'base', 'to', 'without']);
    const options = Object.fromEntries(
      names.map((name) => [name, { type: /** @type {const} */ ('string') }]),
    );
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const { key, base, to, without } = /** @type {Record<string, string | undefined>} */ (values);
    return { key, base, to, without: without?.split(',') ?? [], words: positionals };
  } catch (error) {
    throw new Complaint(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
};

await command(async () => {
  if (helped(usage)) return;
  const { key, base, to, without, words } = optionsOf();
  const version = versionOf(checkout);
  mustAgree();
  if (words.length === 1 && words[0] === 'check') return print(`${version}: versions and changelog agree`);
  const unknown = [...words, ...without.filter((each) => !Object.hasOwn(parts, each))];
  if (unknown.length) throw new Complaint(`Unknown: ${unknown.join(', ')}\n${usage}`);
  if (!key) throw new Complaint(`A release is signed: --key FILE\n${usage}`);
  mustBeCommitted();
  const directory = resolve(to ?? join(checkout, 'release', version));
  mkdirSync(directory, { recursive: true });
  if (readdirSync(directory).length) throw new Complaint(`${directory} is not empty: remove what is in it`);
  if (!without.includes('sboms')) await inCheckout(() => install({ broker: false, then: build }));
  for (const [name, make] of Object.entries(parts).filter(([each]) => !without.includes(each))) {
    print(`making ${name}`);
    await make({ version, directory, base });
  }
  await writeSums(directory);
  signSums(directory, resolve(key));
  print(`${directory}\n  ${readdirSync(directory).join('\n  ')}`);
});
