import { atOnce } from '@holdfast/artifact-spi';
import { mavenIndexes } from './metadata.js';

const modified = new Date('2026-03-04T05:06:07Z');
const indexOf = (directory: string, versions: readonly string[], files: readonly string[] = []) => {
  const stored = files.map((name) => ({ name, modified }));
  return atOnce(mavenIndexes.derive(directory, { versions, files: stored, changed: modified })).result;
};
const said = (index: Uint8Array | undefined, name: string): string[] =>
  [...String(index).matchAll(new RegExp(`<${name}>(.*)</${name}>`, 'g'))].map(([, text]) => text);

/** What readers find in an element is not always what a name is: it was said of another one, which is not stored. */
describe('names that metadata cannot say', () => {
  const unsaid = ['9\ufffe', '9\uffff', '\uffff9', ' 9', '9 ', ' ', '9-\uffffSNAPSHOT'];

  it('are no versions of an artifact', () => {
    const index = indexOf('org/x/lib', ['1.0', ...unsaid, '1.1']);
    for (const [name, texts] of Object.entries({
      version: ['1.0', '1.1'],
      latest: ['1.1'],
      release: ['1.1'],
    }))
      expect([name, said(index, name)]).toEqual([name, texts]);
  });

  it('make no index where there are no others, and one with the next', () => {
    const before = [...unsaid];
    expect(indexOf('org/x/lib', before)).toBeUndefined();
    const more = [...before, '1.0'];
    const facts = { versions: more, before, files: [], changed: modified };
    const index = atOnce(mavenIndexes.derive('org/x/lib', facts)).result;
    expect(said(index, 'version')).toEqual(['1.0']);
    const last = { ...facts, versions: [...more, '1.1'], before: more };
    expect(said(atOnce(mavenIndexes.derive('org/x/lib', last)).result, 'latest')).toEqual(['1.1']);
  });

  it('are listed where blanks are within, and all that XML has', () => {
    const odd = ['1 0', '1.\ufffd', '1.ü', '1.😀', '1.\u{1fffe}'];
    expect(said(indexOf('org/x/lib', odd), 'version').sort()).toEqual([...odd].sort());
  });

  it('are no files of a SNAPSHOT, and no build that is counted on', () => {
    const [build, other] = ['20260102.030405-1', '20260102.030406-9'];
    const names = [`${build}.jar`, `${other}.jar\ufffe`, `${other}.jar `, `${other}- sources.jar`];
    const files = names.map((name) => `lib-1.1-${name}`);
    const index = indexOf('org/x/lib/1.1-SNAPSHOT', [], files);
    for (const [name, texts] of Object.entries({
      value: [`1.1-${build}`],
      extension: ['jar'],
      buildNumber: ['1'],
    }))
      expect([name, said(index, name)]).toEqual([name, texts]);
    expect(said(index, 'classifier')).toEqual([]);
  });

  it('make no index of a SNAPSHOT', () => {
    for (const version of ['1.1\uffff-SNAPSHOT', ' 1.1-SNAPSHOT'])
      expect(indexOf(`org/x/lib/${version}`, [], [`lib-${version}.jar`])).toBeUndefined();
  });
});
