import type {
  ArtifactCoordinates,
  ArtifactKind,
  ArtifactKindEntry,
  ArtifactPolicy,
  ArtifactVersion,
} from './artifact-kind.js';
import { deedOf } from './artifact-http.js';
import { IndexRefused, type AffectedIndex, type IndexFacts } from './artifact-indexes.js';
import { checksumAlgorithms } from './checksum.js';
import { MergedFacts } from './merged-facts.js';
import { atOnce } from './steps.js';

/** Paths of a kind, with what it must say of them. */
export interface ArtifactSamples {
  /** Files that belong to a version. */
  readonly versions: Readonly<Record<string, ArtifactVersion>>;
  /** Directories of artifacts, each with its group and name. */
  readonly coordinates: Readonly<Record<string, ArtifactCoordinates>>;
  /** Files that belong to none. */
  readonly unversioned: readonly string[];
  /** Files whose bytes are final. */
  readonly released: readonly string[];
  /** Files whose bytes are not final; the indexes are added to them. */
  readonly unreleased: readonly string[];
  /** Those of `unreleased` that nevertheless may not be replaced, unless the repository allows `redeploy`. */
  readonly fixed: readonly string[];
  /** Files that are stored nowhere, unless they are already. None of the others is among them. */
  readonly refusedAsNew: readonly string[];
  /** Paths of indexes, each with the directory that it is about. */
  readonly indexes: Readonly<Record<string, string>>;
  readonly policies: readonly (readonly [ArtifactPolicy, path: string, allowed: boolean])[];
  readonly contentTypes: Readonly<Record<string, string>>;
  /** A directory, what is stored of it, and texts that its computed index must contain. */
  readonly computed: readonly {
    readonly directory: string;
    readonly facts: Partial<IndexFacts>;
    readonly tells: readonly string[];
  }[];
  /** Files of `versions`, each with the indexes that depend on it. */
  readonly affected: Readonly<Record<string, readonly AffectedIndex[]>>;
  /** Uploads that are no index, or a dangerous one. */
  readonly noIndexes: readonly string[];
}

const facts = (more: Partial<IndexFacts>): IndexFacts => ({
  versions: [],
  files: [],
  changed: new Date('2026-01-02T03:04:05Z'),
  ...more,
});
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

/** Extensions of what a browser would run as a page of this site, and of what has no media type. */
const unsafe = ['html', 'HTM', 'xhtml', 'svg', 'svgz', 'mhtml', 'xsl', 'js', 'constructor'];

/** Registers the tests that every artifact kind has to pass. */
export const artifactKindConformance = (entry: ArtifactKindEntry, samples: ArtifactSamples): void => {
  describe(`the artifact kind ${entry.id}`, () => {
    let kind: ArtifactKind;
    beforeAll(async () => {
      kind = await entry.kind();
    });
    const files = [...samples.released, ...samples.unreleased];
    const indexes = Object.keys(samples.indexes);

    it('tells files, indexes and checksums apart by their names', () => {
      for (const path of files.filter((each) => !each.endsWith('.sha1')))
        expect([path, kind.classify(path)]).toEqual([path, { is: 'file' }]);
      for (const path of indexes) {
        expect(kind.classify(path)).toEqual({ is: 'index', directory: samples.indexes[path] });
        expect(path.endsWith(kind.indexes.name)).toBe(true);
      }
      for (const file of [...samples.released, ...indexes].filter((each) => !each.endsWith('.sha1')))
        for (const algorithm of checksumAlgorithms) {
          const checksum = { is: 'checksum', file, algorithm };
          expect(kind.classify(`${file}.${algorithm}`)).toEqual(checksum);
          expect(kind.classify(`${file}.${algorithm}.sha1`)).toEqual({ is: 'file' });
        }
    });

    it('sees versions, and where there are none', () => {
      for (const [path, version] of Object.entries(samples.versions))
        expect([path, kind.versionOf(path)]).toEqual([path, version]);
      for (const path of [...samples.unversioned, ...indexes])
        expect([path, kind.versionOf(path)]).toEqual([path, undefined]);
    });

    it('has all files of a version in one part of its artifact', () => {
      const parts = new Map<string, Set<string>>();
      for (const [path, { artifact, version }] of Object.entries(samples.versions)) {
        expect(path.startsWith(`${artifact}/`)).toBe(true);
        const [part, ...below] = path.slice(artifact.length + 1).split('/');
        const of = `${artifact}\0${version}`;
        parts.set(of, (parts.get(of) ?? new Set()).add(below.length > 0 ? part : ''));
      }
      for (const [of, found] of parts) expect([of, found.size]).toEqual([of, 1]);
    });

    it('names artifacts as people do', () => {
      for (const [directory, names] of Object.entries(samples.coordinates))
        expect([directory, kind.coordinatesOf(directory)]).toEqual([directory, names]);
    });

    it('holds every file to be released that is neither of a version that goes on nor an index', () => {
      for (const path of samples.released) expect([path, kind.isReleased(path)]).toEqual([path, true]);
      for (const path of [...samples.unreleased, ...indexes]) {
        expect([path, kind.isReleased(path)]).toEqual([path, false]);
        expect([path, kind.isReleased(`${path}.sha1`)]).toEqual([path, false]);
      }
    });

    it('lets released files be replaced only with redeploy, and indexes always', () => {
      const settled = [...samples.released, ...samples.fixed];
      for (const path of settled) {
        expect([path, kind.isMutable(path, { redeploy: false })]).toEqual([path, false]);
        expect(kind.refusedAsOther(path)).toMatch(/^[ -~]+$/);
        expect([path, kind.isMutable(path, { redeploy: true })]).toEqual([path, true]);
      }
      const changing = samples.unreleased.filter((path) => !settled.includes(path));
      for (const path of [...changing, ...indexes])
        expect([path, kind.isMutable(path, { redeploy: false })]).toEqual([path, true]);
    });

    it('takes by its policy what the policy is for, and gives a reason in one line of ASCII otherwise', () => {
      for (const path of [...files, ...indexes]) expect(kind.refusedBy('mixed', path)).toBeUndefined();
      for (const [policy, path, allowed] of samples.policies) {
        const refused = kind.refusedBy(policy, path);
        expect([policy, path, refused === undefined]).toEqual([policy, path, allowed]);
        if (refused !== undefined) expect(refused).toMatch(/^[ -~]+$/);
      }
    });

    it('takes new files, and gives a reason in one line of ASCII where it does not', () => {
      const now = new Date('2026-01-02T03:04:05Z');
      for (const path of files) expect([path, kind.refusedAsNew(path, now)]).toEqual([path, undefined]);
      for (const path of samples.refusedAsNew) expect(kind.refusedAsNew(path, now)).toMatch(/^[ -~]+$/);
    });

    it('serves nothing as what a browser would run', () => {
      for (const name of [...unsafe.map((extension) => `a.${extension}`), 'a'])
        expect([name, kind.contentType(name)]).toEqual([name, 'application/octet-stream']);
      for (const [path, type] of Object.entries(samples.contentTypes))
        expect([path, kind.contentType(path)]).toEqual([path, type]);
    });

    const derived = (directory: string, known: IndexFacts): Uint8Array | undefined =>
      atOnce(kind.indexes.derive(directory, known)).result;

    it('computes the same index from the same facts, whatever their order', () => {
      for (const { directory, facts: known, tells } of samples.computed) {
        const { versions = [], files: listed = [] } = known;
        const one = text(derived(directory, facts(known)));
        const other = { versions: [...versions].reverse(), files: [...listed].reverse() };
        expect(text(derived(directory, facts({ ...known, ...other })))).toBe(one);
        for (const word of tells) expect(one).toContain(word);
        expect(kind.indexes.listsFiles(directory)).toBe(listed.length > 0);
      }
    });

    it('computes of what several repositories have what it would of all of it in one', () => {
      for (const { directory, facts: known } of samples.computed) {
        const { versions = [], files: listed = [] } = known;
        const parts = [0, 1].map((part) =>
          facts({
            ...known,
            versions: versions.filter((_, at) => at % 2 === part),
            files: listed.filter((_, at) => at % 2 === part),
          }),
        );
        const merging = new MergedFacts(kind.indexes);
        for (const part of parts) atOnce(merging.add(part));
        const merged = merging.facts;
        expect(text(derived(directory, merged))).toBe(text(derived(directory, facts(known))));
      }
    });

    it('computes no index of nothing', () => {
      for (const directory of ['', ...samples.computed.map((each) => each.directory)])
        expect(derived(directory, facts({}))).toBeUndefined();
    });

    it('knows which indexes a file of a version is a fact for', () => {
      for (const [path, affected] of Object.entries(samples.affected))
        expect([path, kind.indexes.affectedBy(path)]).toEqual([path, affected]);
    });

    it('refuses what is no index', () => {
      for (const uploaded of samples.noIndexes)
        expect(() => [...kind.indexes.read(Buffer.from(uploaded))]).toThrow(IndexRefused);
    });
  });

  describe(`the door of ${entry.id}`, () => {
    const base = `/acme/projects/web/repositories/${entry.id}/`;
    const asked = (rest: string, method = 'GET') =>
      entry.http.asked({ method, headers: {} }, { base, rest, query: '' });

    it('finds the repository in an address, and the path below it as it was sent', () => {
      for (const path of ['', '/', '/a/b', '/a%20b', '/../x', '//x'])
        expect(asked(`libs${path}`)).toEqual({ repository: 'libs', address: `${base}libs`, path });
      expect(asked('l%69bs/a/b')).toEqual({ repository: 'libs', address: `${base}l%69bs`, path: '/a/b' });
    });

    it.each(['.x/a', '../a', '%2e/a', 'a%2Fb/c', '%zz/a', '%00/a', 'a b/c', `${'x'.repeat(251)}/a`])(
      'finds none in %j',
      (rest) => expect(asked(rest)).toBeUndefined(),
    );

    it('reads by GET and HEAD, and does nothing by methods that it does not name', () => {
      expect([deedOf(entry.http, 'GET'), deedOf(entry.http, 'HEAD')]).toEqual(['read', 'read']);
      for (const method of ['constructor', '', 'TRACE']) expect(deedOf(entry.http, method)).toBeUndefined();
    });
  });
};
