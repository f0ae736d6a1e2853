// Fails when docs/reference is not what the contracts say now.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from './pages.mjs';

const target = join(import.meta.dirname, '../../docs/reference');
const wanted = pages();
const stale = [...wanted].filter(
  ([path, text]) => !existsSync(join(target, path)) || readFileSync(join(target, path), 'utf8') !== text,
);
const left = readdirSync(join(target, 'objects')).filter((name) => !wanted.has(`objects/${name}`));
for (const [path] of stale) console.log(`docs/reference/${path} is not fresh`);
for (const name of left) console.log(`docs/reference/objects/${name} belongs to no object`);
if (stale.length || left.length) {
  console.log('Write it anew: node tools/reference/generate.mjs');
  process.exit(1);
}
console.log(`docs/reference is fresh: ${wanted.size} pages`);
