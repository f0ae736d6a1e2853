// Puts what each program of an installation runs on into a directory of its own, for its image:
//
//     node tools/images/collect.mjs DIRECTORY
//
// DIRECTORY/<program>/ then holds our files and those of npm packages that they load, at their places in the checkout,
// and `sbom.cdx.json`, the list of all packages of which something is in them (CycloneDX 1.6). The checkout must be
// built, with its bundles.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadedFiles } from './loaded-files.mjs';

const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** What a thread runs that stores uploads. */
const intake = 'libs/blobs/spi/dist/intake/writing-thread.worker.js';
/** By these it is found, as `@holdfast/blob-spi/writing-thread`. */
const intakePackage = ['node_modules/@holdfast/blob-spi', 'libs/blobs/spi/package.json'];
/** What the process runs in which nodegit reads. */
const nodegitProgram = 'libs/vcs/git/dist/nodegit/nodegit-program.js';
/** By these it is found, as `@holdfast/vcs-git/nodegit-program`. */
const nodegitPackage = ['node_modules/@holdfast/vcs-git', 'libs/vcs/git/package.json'];
/** Files of the API's page, which are read by their names. */
const page = ['package.json', 'swagger-ui.css', 'swagger-ui-bundle.js'].map(
  (file) => `node_modules/swagger-ui-dist/${file}`,
);

/**
 * What each program begins with: its main file, the files that its threads and processes run, and what it reads.
 * @type {Record<string, { starts: string[], reads?: string[] }>}
 */
const programs = {
  gateway: { starts: ['apps/gateway/bundle/main.js', intake], reads: [...page, ...intakePackage] },
  identity: { starts: ['apps/identity/bundle/main.js'] },
  repository: {
    starts: ['apps/repository/bundle/main.js', 'apps/repository/bundle/byte-process/main.js', nodegitProgram],
    reads: nodegitPackage,
  },
  artifact: { starts: ['apps/artifact/bundle/main.js', intake], reads: intakePackage },
  backup: { starts: ['apps/backup/bundle/main.js', intake], reads: intakePackage },
  operator: { starts: ['apps/operator/dist/main.js', 'tools/images/prepare.mjs'] },
};

/** Copies a file, or a link as it is, to the same place below `target`. @param {string} file @param {string} target */
const copy = (file, target) => {
  const from = join(checkout, file);
  const to = join(target, file);
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else copyFileSync(from, to);
};

/** What a package says of itself. @param {string} file @returns {Record<string, unknown>} */
const described = (file) => {
  /** @type {unknown} */
  const said = JSON.parse(readFileSync(join(checkout, file), 'utf8'));
  return /** @type {Record<string, unknown>} */ (said);
};

/**
 * The packages that files belong to, from the `package.json` of each, which is always among them. @param {string[]}
 * files
 */
const packagesOf = (files) =>
  files
    .filter((file) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .filter((file) => !lstatSync(join(checkout, dirname(file))).isSymbolicLink())
    .map((file) => described(file))
    .map(({ name, version, license }) => ({ name: String(name), version: String(version), license }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));

/** @param {string} program @param {ReturnType<typeof packagesOf>} packages */
const billOfMaterials = (program, packages) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name: `holdfast-${program}` } },
  components: packages.map(({ name, version, license }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(typeof license === 'string' && { licenses: [{ expression: license }] }),
  })),
});

/** Of which packages something is in the bundle of a program. @param {string} program @returns {string[]} */
const bundled = (program) => {
  const list = join(checkout, 'apps', program, 'bundle/packages.json');
  return existsSync(list) ? /** @type {string[]} */ (JSON.parse(readFileSync(list, 'utf8'))) : [];
};

const [directory] = process.argv.slice(2);
if (!directory) throw new Error('Usage: node tools/images/collect.mjs DIRECTORY');
for (const [program, { starts, reads = [] }] of Object.entries(programs)) {
  const loaded = await loadedFiles(checkout, program, starts);
  const files = [...new Set([...loaded.files, ...reads])].sort();
  const target = join(resolve(directory), program);
  for (const file of files) copy(file, target);
  const packages = packagesOf([...new Set([...files, ...bundled(program)])]);
  writeFileSync(
    join(target, 'sbom.cdx.json'),
    `${JSON.stringify(billOfMaterials(program, packages), null, 2)}\n`,
  );
  process.stdout.write(`${program}: ${files.length} files of ours and of ${packages.length} packages\n`);
  for (const warning of loaded.warnings) process.stderr.write(`${warning}\n`);
}
