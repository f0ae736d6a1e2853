import { IndexRefused, type ArtifactIndexes } from '@holdfast/artifact-spi';
import { artifactKindConformance } from '@holdfast/artifact-spi/conformance';
import { ivyKind } from './ivy-kind.js';

/** The smallest format that an index can have: a line for each version or file. */
const lines: ArtifactIndexes = {
  maximumBytes: 1000,
  derive: (_, { versions, files }) => {
    const all = [...versions, ...files.map(({ name }) => name)].sort();
    return all.length > 0 ? Buffer.from(all.join('\n')) : undefined;
  },
  merge: () => {
    throw new IndexRefused('nothing is taken over');
  },
};

artifactKindConformance(ivyKind(lines));

describe('a repository of Ivy', () => {
  it('serves descriptors as XML', () => {
    expect(ivyKind(lines).contentType('org/lib/1.0/ivy.xml')).toBe('application/xml');
    expect(ivyKind(lines).contentType('org/lib/1.0/ivy-1.0.xml')).toBe('application/xml');
  });
});
