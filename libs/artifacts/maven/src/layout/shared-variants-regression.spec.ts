import { atOnce } from '@holdfast/artifact-spi';
import { contributed, fillMetadata, mergeMetadata, readMetadata } from './metadata-contribution.js';
import { newestVersions } from './snapshot-versions.js';

const directory = 'org/var/v/1-SNAPSHOT';
const saying = (...variants: [classifier: string, extension: string][]) => {
  const entries = variants.map(
    ([classifier, extension]) =>
      `<snapshotVersion><classifier>${classifier}</classifier><extension>${extension}</extension></snapshotVersion>`,
  );
  const versions = `<snapshotVersions>${entries.join('')}</snapshotVersions>`;
  return Buffer.from(`<metadata><versioning>${versions}</versioning></metadata>`);
};
const read = (...variants: [string, string][]) => atOnce(readMetadata(saying(...variants))).result;
const many = (word: string) =>
  Array.from({ length: 2_000 }, (_, at): [string, string] => [`${word}.${at}`, 'a.b']);

// Who deployed once as bin.tar:gz took all files of bin:tar.gz that came later for himself; of 2,000 such words no
// deploy of that SNAPSHOT succeeded any more.
describe('what a client says of the names of files', () => {
  it('is kept where the rule says something else', () => {
    expect(read(['jdk1.8', 'jar'], ['sources', 'jar'], ['bin', 'tar.gz'])).toBeUndefined();
    expect(contributed(read(['bin.tar', 'gz'], ['a', 'b.c'])).variants).toEqual([
      { classifier: 'a', extension: 'b.c' },
      { classifier: 'bin.tar', extension: 'gz' },
    ]);
  });

  it('takes no file from those who say what the rule says', () => {
    const { variants } = contributed(read(['bin.tar', 'gz']));
    const modified = new Date('2026-03-04T05:06:07Z');
    const files = ['1', '2'].map((build) => ({
      ...{ name: `v-1-20260102.03040${build}-${build}-bin.tar.gz`, modified },
    }));
    const told = atOnce(newestVersions(directory, files, variants)).result;
    expect(told.map(({ classifier, extension, build }) => [classifier, extension, build])).toEqual([
      ['bin.tar', 'gz', 2n],
      ['bin', 'tar.gz', 2n],
    ]);
  });

  it('never fills the room of those who deploy later', () => {
    const full = read(...many('junk'), ['too', 'much.then']);
    if (!full) throw new Error('nothing is read');
    const mine = { classifier: 'x.y', extension: 'z.z' };
    const own = read([mine.classifier, mine.extension]);
    if (!own) throw new Error('nothing is read');
    const merged = contributed(mergeMetadata(full, own)).variants;
    expect([merged.length, merged.some((each) => each.classifier === 'x.y')]).toEqual([2_000, true]);
    expect(contributed(fillMetadata(own, full)).variants).toHaveLength(2_000);
  });

  it('never fills the bytes of those who deploy later', () => {
    const long = 'j'.repeat(240);
    const full = read(...many(long).map(([word]): [string, string] => [word, `${long}.j`]));
    const own = read(['x.y', 'z.z']);
    if (!full || !own) throw new Error('nothing is read');
    const bytes = (each: object): number => JSON.stringify(each).length;
    expect(bytes(full)).toBeLessThan(257 * 1024);
    const merged = mergeMetadata(full, own);
    expect(bytes(merged)).toBeLessThan(257 * 1024);
    expect(contributed(merged).variants).toContainEqual({ classifier: 'x.y', extension: 'z.z' });
  });
});

// One file whose clock was nearly a day ahead was served in place of all that came after it, for that day.
describe('a SNAPSHOT build whose clock is ahead', () => {
  it('is the newest until the next one is stored', () => {
    const early = { name: 'v-1-20260305.050000-2.jar', modified: new Date('2026-03-04T05:06:07Z') };
    const next = { name: 'v-1-20260304.050700-3.jar', modified: new Date('2026-03-04T05:07:01Z') };
    const before = { name: 'v-1-20260304.050500-1.jar', modified: new Date('2026-03-04T05:05:01Z') };
    const newest = (...files: { name: string; modified: Date }[]) =>
      atOnce(newestVersions(directory, files, [])).result.map(({ build }) => build);
    expect(newest(before, early)).toEqual([2n]);
    expect(newest(early, next, before)).toEqual([3n]);
  });

  // Between two files of it another build was begun: its jar was listed beside the other's pom.
  it('is listed whole, or not at all, beside one that was deployed meanwhile', () => {
    const stored = (name: string, time: string) => ({ name, modified: new Date(`2026-03-04T05:${time}Z`) });
    const ahead = ['jar', 'pom'].map((extension, at) =>
      stored(`v-1-20260304.051000-1.${extension}`, `05:0${at * 4}`),
    );
    const next = ['jar', 'pom'].map((extension) => stored(`v-1-20260304.050502-2.${extension}`, '05:06'));
    for (const files of [[...ahead, ...next], [...next, ...ahead].reverse()]) {
      const told = atOnce(newestVersions(directory, files, [])).result;
      expect(told.map(({ extension, build }) => [extension, build])).toEqual([
        ['jar', 1n],
        ['pom', 1n],
      ]);
    }
  });

  // A member stored a file for each second to come: builds of those seconds counted as older than his own.
  it('is as new as the last of its files, whatever was stored for it before', () => {
    const stored = (name: string, time: string) => ({ name, modified: new Date(`2026-03-04T05:${time}Z`) });
    const files = [
      stored('v-1-20260304.050700-3-x', '05:00'),
      stored('v-1-20260304.050600-2.jar', '06:00'),
      stored('v-1-20260304.050700-3.jar', '07:01'),
    ];
    expect(atOnce(newestVersions(directory, files, [])).result).toMatchObject([
      { extension: 'jar', build: 3n },
    ]);
  });

  it('of the same number and second as another is not mixed with it, in any order', () => {
    const modified = new Date('2026-03-04T05:06:07Z');
    const [one, other] = ['051000', '051001'].map((time) =>
      ['jar', 'pom'].map((extension) => ({ name: `v-1-20260304.${time}-1.${extension}`, modified })),
    );
    const files = [one[0], other[0], other[1], one[1]];
    const told = atOnce(newestVersions(directory, files, [])).result;
    expect(told.map(({ timestamp }) => timestamp)).toEqual(['20260304.051001', '20260304.051001']);
  });
});
