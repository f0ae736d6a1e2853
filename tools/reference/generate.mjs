// Writes docs/reference anew. The contracts must be built.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pages } from './pages.mjs';

const target = join(import.meta.dirname, '../../docs/reference');
rmSync(join(target, 'objects'), { recursive: true, force: true });
for (const [path, text] of pages()) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), text);
}
