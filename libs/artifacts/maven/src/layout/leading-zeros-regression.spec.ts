import { atOnce } from '@holdfast/artifact-spi';
import { layoutKind } from './layout-kind.js';
import { newestVersions } from './snapshot-versions.js';

const directory = 'com/acme/lib/1.1-SNAPSHOT';
const modified = new Date('2026-01-02T03:04:05Z');
const refused = (build: string) =>
  layoutKind.refusedAsNew(`${directory}/lib-1.1-20260102.030405-${build}.jar`, modified);

// Beside build 7 somebody stored a jar of build 07: which of them the index named was told by the order of rows, and
// the jar was of one, the pom of the other.
describe('SNAPSHOT files whose build number begins with zeros', () => {
  it('are refused where they are new', () => {
    for (const build of ['07', '007', '00'])
      expect(refused(build)).toBe('the build number of a SNAPSHOT file has no leading zeros');
    for (const build of ['7', '70', '0', '101']) expect(refused(build)).toBeUndefined();
  });

  it('are not mixed with those without, in any order, where they are stored already', () => {
    const files = ['7.jar', '7.pom', '07.jar', '07.pom'].map((end) => ({
      name: `lib-1.1-20260102.030405-${end}`,
      modified,
    }));
    for (const each of [files, [...files].reverse(), [files[2], files[0], files[1], files[3]]])
      expect(atOnce(newestVersions(directory, each, [])).result.map(({ value }) => value)).toEqual([
        '1.1-20260102.030405-7',
        '1.1-20260102.030405-7',
      ]);
  });
});
