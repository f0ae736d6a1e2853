// Writes docs/reference and the types of the client anew, from what is built: so it builds first.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from '../system/build.mjs';

await build();
const { clientModules } = await import('./client.mjs');
const { pages } = await import('./pages.mjs');

const root = join(import.meta.dirname, '../..');
const modules = await clientModules(root);
for (const directory of ['docs/reference/objects', 'libs/client/src/generated'])
  rmSync(join(root, directory), { recursive: true, force: true });
for (const [path, text] of [...pages()]
  .map(([path, text]) => [`docs/reference/${path}`, text])
  .concat([...modules])) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
