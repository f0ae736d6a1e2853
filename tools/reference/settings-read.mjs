// Which settings the programs read.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const sources = () => [
  'tools/system/settings.mjs',
  ...readdirSync(join(root, 'apps')).flatMap((app) => {
    const below = join('apps', app, 'src');
    try {
      return readdirSync(join(root, below))
        .filter((name) => name.endsWith('.env.ts'))
        .map((name) => join(below, name));
    } catch {
      return [];
    }
  }),
];

/** The names of all settings that the sources read, in order. */
export const namesRead = () => {
  const names = /** @type {Set<string>} */ (new Set());
  for (const path of sources()) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [name] of text.matchAll(/\b(?:HOLDFAST_[A-Z_]+|DATABASE_URL|NATS_URL)\b/g)) names.add(name);
  }
  return [...names].sort();
};
