import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mutations, neverChanged } from './mutation.mjs';
import { checkout } from './paths.mjs';

/** @param {string} directory */
const filesBelow = (directory) =>
  readdirSync(join(checkout, directory), { recursive: true, encoding: 'utf8' })
    .filter((file) => !/(?:^|\/)(?:dist|node_modules)\//.test(file))
    .map((file) => join(directory, file));

describe('the code that is changed to see whether tests notice', () => {
  const all = mutations();

  it('has the rules of every project among it', () => {
    const rules = ['apps', 'libs'].flatMap(filesBelow).filter((file) => file.endsWith('.rules.ts'));
    expect(rules).not.toEqual([]);
    expect(rules.filter((file) => !all.some(({ name }) => file.startsWith(`${name}/`)))).toEqual([]);
  });

  it('has among it what decides to whom processes connect', () => {
    const named = all.flatMap(({ mutate }) => mutate).filter((file) => !/[*]/.test(file));
    expect(named).toEqual(
      expect.arrayContaining([
        'libs/kernel/src/outgoing-address.ts',
        'libs/platform/src/byte-ports/byte-peers.ts',
      ]),
    );
    expect(named.filter((file) => !existsSync(join(checkout, file)))).toEqual([]);
  });

  it('has nothing among it that ends processes by their numbers', () => {
    const ending = all
      .filter(({ mutate }) => !mutate[0].endsWith('.rules.ts'))
      .flatMap(({ name }) => filesBelow(join(name, 'src')))
      .filter((file) => file.endsWith('.ts') && !/\.(?:spec|fixture)\.ts$/.test(file))
      .filter((file) => readFileSync(join(checkout, file), 'utf8').includes('process.kill('));
    expect(ending).not.toEqual([]);
    expect(ending.filter((file) => !neverChanged.includes(basename(file, '.ts')))).toEqual([]);
    const [{ mutate }] = all;
    expect(mutate).toContain('!**/process/{child-processes,orphans,priority,resident-program}.ts');
  });

  it.each(all)('of $name is there, and so are its tests', ({ name, tests }) => {
    expect(filesBelow(name).some((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))).toBe(true);
    const [place] = tests[0].split('/*');
    expect(filesBelow(place).some((file) => file.endsWith('.spec.ts'))).toBe(true);
  });
});
