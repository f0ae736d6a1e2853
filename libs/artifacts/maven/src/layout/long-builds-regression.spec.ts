import { atOnce } from '@holdfast/artifact-spi';
import { versionOf } from './layout.js';
import { layoutKind } from './layout-kind.js';
import { newestBuild, newestVersions } from './snapshot-versions.js';

const directory = 'com/acme/lib/1.1-SNAPSHOT';
const pathOf = (build: string): string => `${directory}/lib-1.1-20260102.030405-${build}.jar`;
const now = new Date('2026-01-02T03:04:05Z');
const newest = (...builds: string[]) => {
  const files = builds.map((build) => ({
    name: `lib-1.1-20260102.030405-${build}.jar`,
    modified: new Date(0),
  }));
  return atOnce(newestVersions(directory, files, [])).result;
};

describe('SNAPSHOT files with build numbers of ten digits and more', () => {
  it.each(['1000000000', '2147483646', '202611280000', '9'.repeat(60)])(
    'as %s are of their version, and not replaced',
    (build) => {
      expect(versionOf(pathOf(build))).toEqual({ artifact: 'com/acme/lib', version: '1.1-SNAPSHOT' });
      expect(layoutKind.isMutable(pathOf(build), { redeploy: false })).toBe(false);
    },
  );

  it('are in the index, the highest of all, to the last digit', () => {
    const high = '9007199254740993';
    for (const builds of [
      ['999999999', '9007199254740992', high],
      [high, '9007199254740992', '999999999'],
    ])
      expect(newest(...builds)).toMatchObject([
        { value: `1.1-20260102.030405-${high}`, build: BigInt(high) },
      ]);
  });

  it('are refused where Maven could not count on from them', () => {
    expect(layoutKind.refusedAsNew(pathOf('2147483646'), now)).toBeUndefined();
    expect(layoutKind.refusedAsNew(pathOf('2147483647'), now)).toBe(
      'the build number of a SNAPSHOT file is at most 2147483646',
    );
  });

  it('are not what Maven counts on from where it could not', () => {
    expect(newestBuild(newest('2147483645'))?.build).toBe(2_147_483_645n);
    expect(newestBuild(newest('2147483646'))).toBeUndefined();
    expect(newestBuild(newest('2147483647'))).toBeUndefined();
  });

  it('lead to a number that may be stored, whatever is there', () => {
    const next = (newestBuild(newest('2147483644', '2147483645'))?.build ?? 0n) + 1n;
    expect(layoutKind.refusedAsNew(pathOf(String(next)), now)).toBeUndefined();
  });
});
