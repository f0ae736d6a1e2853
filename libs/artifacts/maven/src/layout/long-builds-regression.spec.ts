import { atOnce } from '@holdfast/artifact-spi';
import { versionOf } from './layout.js';
import { layoutKind } from './layout-kind.js';
import { newestBuild, newestVersions } from './snapshot-versions.js';

const directory = 'com/acme/lib/1.1-SNAPSHOT';
const pathOf = (build: string): string => `${directory}/lib-1.1-20260102.030405-${build}.jar`;
const now = new Date('2026-01-02T03:04:05Z');
const newestOf = (ends: string[]) => {
  const files = ends.map((end) => ({ name: `lib-1.1-${end}`, modified: new Date('2026-01-03') }));
  return atOnce(newestVersions(directory, files, [])).result;
};
const newest = (...builds: string[]) => newestOf(builds.map((build) => `20260102.030405-${build}.jar`));

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

  // A file of another variant had build 2147483645: `<snapshot>` named that whatever was deployed, and Ivy resolved it.
  it('are not told as those before them', () => {
    const files = ['20260102.030405-2147483645-q.txt', '20260102.030406-2147483646.jar'];
    expect(newestBuild(newestOf(files))).toBeUndefined();
    expect(newestBuild(newestOf([...files, '20260102.030407-1.jar']))?.build).toBe(1n);
  });

  it('lead to a number that may be stored, whatever is there', () => {
    const next = (newestBuild(newest('2147483644', '2147483645'))?.build ?? 0n) + 1n;
    expect(layoutKind.refusedAsNew(pathOf(String(next)), now)).toBeUndefined();
  });
});
