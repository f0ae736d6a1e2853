import { atOnce } from '@holdfast/artifact-spi';
import { newestBuild, newestVersions } from './snapshot-versions.js';

const directory = 'com/acme/lib/1.1-SNAPSHOT';
const modified = new Date('2026-03-04T05:06:07Z');
const found = (names: string[], known: { classifier: string; extension: string }[] = []) =>
  atOnce(
    newestVersions(
      directory,
      names.map((name) => ({ name: `lib-1.1-${name}`, modified })),
      known,
    ),
  );
const newest = (names: string[], known: { classifier: string; extension: string }[] = []) =>
  found(names, known).result;
const told = (names: string[], known?: { classifier: string; extension: string }[]) =>
  newest(names, known).map(({ classifier, extension, value }) => `${classifier} ${extension} ${value}`);

describe('the files of a SNAPSHOT version', () => {
  const first = '20260102.030405-1';

  it('are told by the newest time, and of one time by the highest build, in any order', () => {
    const later = [
      '20260102.030406-1.jar',
      '20260102.030405-10.jar',
      '20260102.030405-9.jar',
      `${first}.jar`,
    ];
    for (const names of [later, [...later].reverse()]) {
      expect(told(names)).toEqual([' jar 1.1-20260102.030406-1']);
      expect(told(names.filter((name) => !name.includes('406')))).toEqual([' jar 1.1-20260102.030405-10']);
    }
    expect(told(['20260304.050607-0.jar', 'SNAPSHOT.jar'])).toEqual([' jar 1.1-20260304.050607-0']);
    expect(told(['SNAPSHOT.jar', '20260304.050607-0.jar'])).toEqual([' jar 1.1-20260304.050607-0']);
  });

  it('have one newest build, which is none of a file without a timestamp', () => {
    const built = ['20260102.030405-2.pom', '20260102.030405-3.jar', 'SNAPSHOT-sources.jar'];
    for (const names of [built, [...built].reverse()])
      expect(newestBuild(newest(names))).toMatchObject({ timestamp: '20260102.030405', build: 3n });
    expect(newestBuild(newest(['SNAPSHOT.jar']))).toBeUndefined();
  });

  it('are none where their names say neither classifier nor extension', () => {
    expect(told([`${first}.`, `${first}-.jar`, `${first}-sources`, `${first}`, 'SNAPSHOTx.jar'])).toEqual([]);
  });

  it('have the signature as a part of their extension, at their end only', () => {
    expect(told([`${first}-a.jar.sigstore`, `${first}-b.jar.sigstore.json`, `${first}-c.asc.jar`])).toEqual([
      `a jar.sigstore 1.1-${first}`,
      `b jar.sigstore.json 1.1-${first}`,
      `c.asc jar 1.1-${first}`,
    ]);
  });

  it('are looked at in steps, however many they are', () => {
    const names = Array.from({ length: 3_000 }, (_, at) => `${first}-c${String(at).padStart(4, '0')}.jar`);
    const { result, steps } = found([...names].reverse());
    expect(result.map(({ classifier }) => `${first}-${classifier}.jar`)).toEqual(names);
    expect(steps).toBeGreaterThan(12);
  });

  it('are divided as a client said, with or without a classifier, and by the rule', () => {
    const known = [
      { classifier: '', extension: 'a.b' },
      { classifier: 'c.d', extension: 'e.f' },
    ];
    expect(told([`${first}.a.b`, `${first}-c.d.e.f`], known)).toEqual([
      ` a.b 1.1-${first}`,
      `c.d.e f 1.1-${first}`,
      `c.d e.f 1.1-${first}`,
    ]);
  });
});
