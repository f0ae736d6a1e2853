import { IndexRefused, type IndexFacts } from './artifact-indexes.js';
import type { ArtifactKind, ArtifactPolicy } from './artifact-kind.js';

const RELEASE = 'com/acme/lib/1.0/lib-1.0.jar';
const SNAPSHOT = 'com/acme/lib/1.1-SNAPSHOT/lib-1.1-SNAPSHOT.jar';
const BUILD = 'com/acme/lib/1.1-SNAPSHOT/lib-1.1-20260102.030405-7.jar';
const ARTIFACT_INDEX = 'com/acme/lib/maven-metadata.xml';
const SNAPSHOT_INDEX = 'com/acme/lib/1.1-SNAPSHOT/maven-metadata.xml';

const facts = (more: Partial<IndexFacts>): IndexFacts => ({
  versions: [],
  files: [],
  changed: new Date('2026-01-02T03:04:05Z'),
  ...more,
});
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

/** What holds for every artifact kind, for its own spec to run. */
export const artifactKindConformance = (kind: ArtifactKind): void => {
  describe(`the artifact kind ${kind.id}`, () => {
    it('tells files, indexes and checksums apart by their names', () => {
      expect(kind.classify(RELEASE)).toEqual({ is: 'file' });
      expect(kind.classify(ARTIFACT_INDEX)).toEqual({ is: 'index', directory: 'com/acme/lib' });
      expect(kind.classify('maven-metadata.xml')).toEqual({ is: 'index', directory: '' });
      expect(kind.classify(`${RELEASE}.sha1`)).toEqual({ is: 'checksum', file: RELEASE, algorithm: 'sha1' });
      expect(kind.classify(`${ARTIFACT_INDEX}.md5`)).toEqual({
        is: 'checksum',
        file: ARTIFACT_INDEX,
        algorithm: 'md5',
      });
      expect(kind.classify(`${RELEASE}.asc`)).toEqual({ is: 'file' });
      expect(kind.classify(`${RELEASE}.sha1.sha1`)).toEqual({ is: 'file' });
    });

    it('sees a version in a directory g/a/v with a file a-v*', () => {
      const lib = { group: 'com/acme', artifact: 'lib' };
      expect(kind.versionOf(RELEASE)).toEqual({ ...lib, version: '1.0', isSnapshot: false });
      expect(kind.versionOf('org.acme/lib/1.0/lib-1.0.jar')?.group).toBe('org.acme');
      expect(kind.versionOf(SNAPSHOT)).toEqual({ ...lib, version: '1.1-SNAPSHOT', isSnapshot: true });
      expect(kind.versionOf(BUILD)).toEqual({ ...lib, version: '1.1-SNAPSHOT', isSnapshot: true });
      expect(kind.versionOf(`${RELEASE}.asc`)?.version).toBe('1.0');
    });

    it.each([
      'lib-1.0.jar',
      '1.0/lib-1.0.jar',
      'lib/1.0/lib-1.0.jar',
      'org/lib/1.0/ivy.xml',
      'com/acme/lib/1.0/other-1.0.jar',
      ARTIFACT_INDEX,
    ])('sees no version in %s', (path) => expect(kind.versionOf(path)).toBeUndefined());

    it('holds every file to be released that is neither of a SNAPSHOT version nor an index', () => {
      for (const path of [
        RELEASE,
        `${RELEASE}.sha1`,
        `${RELEASE}.asc`,
        'readme.txt',
        'x/y',
        'a-SNAPSHOT/b',
        'org/lib/1.0/ivy.xml',
      ])
        expect([path, kind.isReleased(path)]).toEqual([path, true]);
      for (const path of [
        SNAPSHOT,
        BUILD,
        `${BUILD}.md5`,
        ARTIFACT_INDEX,
        SNAPSHOT_INDEX,
        `${ARTIFACT_INDEX}.sha1`,
        'org/lib/1-SNAPSHOT/ivy.xml',
      ])
        expect([path, kind.isReleased(path)]).toEqual([path, false]);
    });

    it('lets SNAPSHOT files and indexes be replaced, and all else only with redeploy', () => {
      for (const path of [SNAPSHOT, ARTIFACT_INDEX, SNAPSHOT_INDEX])
        expect([path, kind.isMutable(path, { redeploy: false })]).toEqual([path, true]);
      for (const path of [RELEASE, BUILD, 'readme.txt']) {
        expect([path, kind.isMutable(path, { redeploy: false })]).toEqual([path, false]);
        expect([path, kind.isMutable(path, { redeploy: true })]).toEqual([path, true]);
      }
    });

    it.each<[ArtifactPolicy, string, boolean]>([
      ['mixed', RELEASE, true],
      ['mixed', BUILD, true],
      ['release', RELEASE, true],
      ['release', 'readme.txt', true],
      ['release', ARTIFACT_INDEX, true],
      ['release', SNAPSHOT, false],
      ['release', BUILD, false],
      ['release', `${BUILD}.sha1`, false],
      ['release', SNAPSHOT_INDEX, false],
      ['snapshot', SNAPSHOT, true],
      ['snapshot', BUILD, true],
      ['snapshot', SNAPSHOT_INDEX, true],
      ['snapshot', ARTIFACT_INDEX, true],
      ['snapshot', `${ARTIFACT_INDEX}.sha1`, true],
      ['snapshot', RELEASE, false],
      ['snapshot', `${RELEASE}.sha1`, false],
    ])('under the policy %s answers for %s', (policy, path, allowed) => {
      const refused = kind.refusedBy(policy, path);
      if (allowed) expect(refused).toBeUndefined();
      else expect(refused).toMatch(/^[ -~]+$/);
    });

    it('serves nothing as what a browser would run', () => {
      for (const name of [
        'a.html',
        'a.HTM',
        'a.xhtml',
        'a.svg',
        'a.svgz',
        'a.mhtml',
        'a.xsl',
        'a',
        'a.constructor',
        'a.js',
      ])
        expect([name, kind.contentType(name)]).toEqual([name, 'application/octet-stream']);
      expect(kind.contentType(RELEASE)).toBe('application/java-archive');
    });

    it('computes the same index from the same facts, whatever their order', () => {
      const one = kind.indexes.derive('com/acme/lib', facts({ versions: ['1.0', '2.0', '1.1-SNAPSHOT'] }));
      const two = kind.indexes.derive('com/acme/lib', facts({ versions: ['1.1-SNAPSHOT', '2.0', '1.0'] }));
      expect(text(one)).toBe(text(two));
      for (const version of ['1.0', '2.0', '1.1-SNAPSHOT']) expect(text(one)).toContain(version);
    });

    it('computes no index of nothing', () =>
      expect(kind.indexes.derive('com/acme/lib', facts({}))).toBeUndefined());

    it('lists the builds of a SNAPSHOT version', () => {
      const index = kind.indexes.derive(
        'com/acme/lib/1.1-SNAPSHOT',
        facts({ files: [{ name: 'lib-1.1-20260102.030405-7.jar', modified: new Date(0) }] }),
      );
      expect(text(index)).toContain('20260102.030405');
    });

    it.each([
      'not an index',
      '',
      '<html></html>',
      '<!DOCTYPE m [<!ENTITY a "b">]><metadata>&a;</metadata>',
      '<metadata>',
    ])('refuses %j as an index', (uploaded) =>
      expect(() => kind.indexes.merge(undefined, Buffer.from(uploaded))).toThrow(IndexRefused),
    );
  });
};
