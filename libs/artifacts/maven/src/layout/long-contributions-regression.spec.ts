import { IndexRefused } from '@holdfast/artifact-spi';
import { mergeMetadata, readMetadata } from './metadata-contribution.js';

// Each upload to an index reads what was kept of earlier ones. Six documents had it keep 7.6 MB, and an upload of 112
// bytes took a tenth of a second, in which nobody else was served.
describe('what an index keeps of uploads', () => {
  const read = (plugins: string[]) => {
    const steps = readMetadata(Buffer.from(`<metadata><plugins>${plugins.join('')}</plugins></metadata>`));
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value ?? {};
    }
  };
  const plugin = (prefix: string, name = prefix): string =>
    `<plugin><name>${name}</name><prefix>${prefix}</prefix><artifactId>${prefix}-maven-plugin</artifactId></plugin>`;
  const many = (count: number, name?: string) =>
    Array.from({ length: count }, (_, at) => plugin(`p${at}`, name));

  it('are as many plugins of usual names as there may be', () => {
    expect(mergeMetadata(undefined, read(many(2_000))).plugins).toHaveLength(2_000);
  });

  it('has no more than half a mebibyte of text, at once or bit by bit', () => {
    const long = 'n'.repeat(250);
    expect(() => read(many(2_000, long))).toThrow(IndexRefused);
    const some = mergeMetadata(undefined, read(many(1_800, long)));
    const others = read(Array.from({ length: 190 }, (_, at) => plugin(`q${at}`, long)));
    expect(() => mergeMetadata(some, others)).toThrow('the entries of the metadata are too long together');
  });
});
