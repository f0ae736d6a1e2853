import { bundlesOf } from './spec-bundles.mjs';

describe('Specs that are run together', () => {
  const spec = (/** @type {string} */ path) => ({ project: path.split('/src/')[0], path });
  /** @param {string[]} paths @param {Record<string, string>} [contents] */
  const bundled = (paths, contents = {}) =>
    bundlesOf(
      paths.map(spec),
      (path) => contents[path] ?? '',
      (path) => path.includes('long'),
    );

  it('are of one project, and each is in one place', () => {
    const { apart, bundles } = bundled(['a/src/1.spec.ts', 'a/src/2.spec.ts', 'b/src/1.spec.ts']);
    expect(apart).toEqual([]);
    expect(bundles.map(({ files }) => files)).toEqual([
      ['a/src/1.spec.ts', 'a/src/2.spec.ts'],
      ['b/src/1.spec.ts'],
    ]);
  });

  it('are few enough for others to begin with the rest', () => {
    const paths = Array.from({ length: 20 }, (_, at) => `a/src/${at}.int.spec.ts`);
    const { bundles } = bundled(paths);
    expect(bundles.length).toBeGreaterThan(1);
    expect(bundles.flatMap(({ files }) => files)).toEqual(paths);
  });

  it.each([
    ['is long', 'a/src/long.spec.ts', ''],
    ['replaces modules', 'a/src/1.spec.ts', 'await withExports(import.meta.jest, x)'],
    ['has a patience of its own', 'a/src/1.spec.ts', 'jest.setTimeout(120_000);'],
    ['leaves replaced time', 'a/src/1.spec.ts', 'jest.useFakeTimers()'],
    ['leaves replaced methods', 'a/src/1.spec.ts', "jest.spyOn(log, 'warn')"],
    ['starts something for all', 'a/src/1.spec.ts', 'const suite = ArtifactSuite.start();'],
    ['has a hook for all', 'a/src/1.spec.ts', "import 'x';\nafterEach(() => undefined);"],
  ])('are without one that %s', (_, path, content) => {
    expect(bundled([path, 'a/src/2.spec.ts'], { [path]: content })).toMatchObject({
      apart: [path],
      bundles: [{ files: ['a/src/2.spec.ts'] }],
    });
  });

  it.each([
    ['hooks that are inside of a description', "describe('x', () => {\n  beforeAll(() => undefined);\n});"],
    ['time that is put back', 'jest.useFakeTimers();\njest.useRealTimers();'],
    ['methods that are put back', "jest.spyOn(log, 'warn');\njest.restoreAllMocks();"],
    ['functions that nobody else knows', 'const asked = jest.fn();'],
  ])('keep %s', (_, content) => {
    expect(bundled(['a/src/1.spec.ts'], { 'a/src/1.spec.ts': content }).apart).toEqual([]);
  });
});
