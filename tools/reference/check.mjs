// Fails when docs/reference, or the types of the client, are not what the contracts say now.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientModules } from './client.mjs';
import { pages } from './pages.mjs';

const root = join(import.meta.dirname, '../..');
const reference = [...pages()].map(([path, text]) => /** @type {const} */ ([`docs/reference/${path}`, text]));
const wanted = new Map([...reference, ...(await clientModules(root))]);
const stale = [...wanted].filter(
  ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
);
const left = ['docs/reference/objects', 'libs/client/src/generated'].flatMap((directory) =>
  readdirSync(join(root, directory))
    .map((name) => `${directory}/${name}`)
    .filter((path) => !wanted.has(path)),
);
for (const [path] of stale) console.log(`${path} is not fresh`);
for (const path of left) console.log(`${path} belongs to no object`);
if (stale.length || left.length) {
  console.log('Write it anew: node tools/reference/generate.mjs');
  process.exit(1);
}
console.log(`docs/reference and the client are fresh: ${wanted.size} files`);
