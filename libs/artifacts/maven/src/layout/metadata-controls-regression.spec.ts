import { atOnce, IndexRefused } from '@holdfast/artifact-spi';
import { mavenIndexes } from './metadata.js';

const named = (name: string): Buffer =>
  Buffer.from(
    `<metadata><plugins><plugin><prefix>p</prefix><artifactId>a</artifactId><name>${name}</name></plugin></plugins></metadata>`,
  );

/** What no database takes as a text came to it, and was answered as if the service were at fault: try again. */
describe('metadata with characters that XML does not have', () => {
  it.each(['\0', '\x01', '\x1f', '\ufffe', '\uffff'])('is not well-formed: %j', (character) => {
    const read = () => atOnce(mavenIndexes.read(named(`x${character}y`)));
    expect(read).toThrow(new IndexRefused('the metadata is not well-formed XML', true));
  });

  it('may have all others', () => {
    const name = 'a\tb\nc\x7f\x85\ue000\ufffd😀';
    expect(atOnce(mavenIndexes.read(named(name))).result).toMatchObject({ plugins: [{ name }] });
  });
});
