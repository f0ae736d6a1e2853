import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isLater, laterPattern } from './later-specs.mjs';
import { checkout } from './paths.mjs';

describe('specs that every day does without', () => {
  const all = ['apps', 'libs'].flatMap((top) =>
    readdirSync(join(checkout, top), { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?!.*\/node_modules\/).*\/src\/.*\.spec\.ts$/.test(file))
      .map((file) => `${top}/${file}`),
  );
  const later = all.filter(isLater);

  it('are there, each under the name that says so', () => {
    const names = laterPattern.match(/[a-z-]+(?=-regression)/g) ?? [];
    expect(later.map((path) => basename(path).replace('-regression.int.spec.ts', '')).sort()).toEqual(
      [...names].sort(),
    );
  });

  it('are all that their proof runs', () => {
    const named = new RegExp(laterPattern);
    expect(all.filter((path) => named.test(path)).sort()).toEqual(later.sort());
  });
});
