import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Complaint } from './complaint.mjs';
import { checkout, toolsDirectory } from './paths.mjs';
import { perform } from './setup/execute.mjs';

const stamp = join(toolsDirectory, 'built');
const skipped = new Set(['node_modules', 'dist', 'bundle', 'coverage', '.nx']);

/** @param {string} directory @returns {Generator<string>} */
function* sources(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* sources(path);
    else if (entry.isFile()) yield path;
  }
}

const allSources = () => ['apps', 'libs'].flatMap((top) => [...sources(join(checkout, top))]);

/** Directories of all that is compiled. */
const projects = () =>
  allSources()
    .filter((file) => file.endsWith('/tsconfig.json'))
    .map((file) => relative(checkout, dirname(file)));

/** Changes whenever a source file does, or when a result of the build was taken away. */
const fingerprint = () => {
  const hash = createHash('sha256');
  const roots = ['package-lock.json', 'tsconfig.base.json', 'nx.json'].map((name) => join(checkout, name));
  const files = [...roots, ...allSources()];
  for (const file of files.sort()) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
    if (!file.endsWith('/tsconfig.json')) continue;
    for (const made of ['dist/.tsbuildinfo', 'bundle/main.js'])
      hash.update(`${existsSync(join(file, '..', made))}\n`);
  }
  return hash.digest('hex');
};

/** Whether all projects were built once, of whatever sources. */
export const wasBuilt = () => existsSync(stamp);

/** Whether nothing has changed since the last build. */
export const isBuilt = () => wasBuilt() && readFileSync(stamp, 'utf8') === fingerprint();

/** @param {string} program @param {string[]} args */
const run = async (program, args) => {
  process.stderr.write(`build | ${[program, ...args.filter((each) => !each.includes('/'))].join(' ')}\n`);
  const { ok, output } = await perform(
    process.execPath,
    [join(checkout, 'node_modules/.bin', program), ...args],
    {
      cwd: checkout,
      env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_TUI: 'false' },
    },
  );
  if (!ok) throw new Complaint(`The build failed:\n${output}`);
};

/**
 * Builds all projects; takes no time when nothing has changed since the last build. One compiler for all, which reads
 * what they share once: one for each, as Nx has them, takes twice the processor time.
 */
export const build = async () => {
  if (isBuilt()) return;
  await run('tsc', ['-b', ...projects()]);
  await run('nx', ['run-many', '-t', 'bundle', '--excludeTaskDependencies', '--outputStyle=static']);
  mkdirSync(toolsDirectory, { recursive: true });
  writeFileSync(stamp, fingerprint());
};
