// Puts a built service into one file: `node tools/system/bundle.mjs <app directory>`. A service and its packages are
// two thousand files; finding and linking them is most of the time that it takes to start. Names stay as they are.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const app = resolve(process.argv[2]);
const entries = ['main.js', 'byte-process/main.js'].map((file) => join(app, 'dist', file));

/** The first two load compiled libraries that lie beside them; what begins each file (`commonJs`) imports the last. */
const separate = ['argon2', 'ssh2', 'reflect-metadata'];

/**
 * What a package would use if it were there, such as the drivers of other databases, is looked for when it is asked
 * for.
 * @type {import('esbuild').Plugin}
 */
const absentPackages = {
  name: 'absent packages',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...place }) => {
      if (pluginData === absentPackages) return undefined;
      const found = await bundler.resolve(path, { ...place, pluginData: absentPackages });
      return found.errors.length > 0 ? { path, external: true } : found;
    });
  },
};

/** What packages written for CommonJS expect to be there, and a module does not have. */
const commonJs = `import 'reflect-metadata';
import { createRequire as $require } from 'node:module';
import { dirname as $dirname } from 'node:path';
import { fileURLToPath as $path } from 'node:url';
const require = $require(import.meta.url), __filename = $path(import.meta.url), __dirname = $dirname(__filename);`;

rmSync(join(app, 'bundle'), { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: entries.filter((file) => existsSync(file)),
  outbase: join(app, 'dist'),
  outdir: join(app, 'bundle'),
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: separate,
  plugins: [absentPackages],
  banner: { js: commonJs },
  logLevel: 'error',
  metafile: true,
});

// Of which packages something is in it, for the lists of packages.
const packages = Object.keys(metafile.inputs)
  .flatMap((file) => /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file) ?? [])
  .map((directory) => `${directory}/package.json`);
writeFileSync(join(app, 'bundle/packages.json'), JSON.stringify([...new Set(packages)].sort(), null, 2));
