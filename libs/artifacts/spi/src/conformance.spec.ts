import { percentDecoded } from '@holdfast/kernel';
import type { ArtifactHttp } from './artifact-http.js';
import { IndexRefused, type ArtifactIndexes } from './artifact-indexes.js';
import type { ArtifactKind, ArtifactVersion } from './artifact-kind.js';
import { directoryOf, nameOf } from './artifact-path.js';
import { checksumOf } from './checksum.js';
import { artifactKindConformance } from './conformance.js';
import { contentTypeOf } from './content-type.js';

// A kind that is unlike those that there are: it has no snapshots and takes no indexes from clients, versions stand
// in the names of files, and the index of `/song` is read at that very address. The suite has to take it.

const song = /^([a-z]+)\/-\/([a-z]+)-(\d+)\.tgz$/;
const indexName = 'all.json';
const isIndex = (path: string): boolean => nameOf(checksumOf(path)?.file ?? path) === indexName;

const versionOf = (path: string): ArtifactVersion | undefined => {
  const [, artifact, name, version] = song.exec(path) ?? [];
  return artifact !== undefined && artifact === name ? { artifact, version } : undefined;
};

const indexes: ArtifactIndexes = {
  name: indexName,
  listsFiles: () => false,
  affectedBy: (path) => {
    const version = versionOf(path);
    return version ? [{ directory: version.artifact, always: false }] : [];
  },
  *derive(directory, { versions }) {
    yield;
    return versions.length === 0
      ? undefined
      : Buffer.from(JSON.stringify({ directory, versions: [...versions].sort() }));
  },
  *read() {
    yield;
    throw new IndexRefused('indexes are computed here');
  },
  merge: (_, read) => read,
  fill: (known) => known,
  maximumBytes: 1024,
};

const songs: ArtifactKind = {
  indexes,
  classify: (path) => {
    const checksum = checksumOf(path);
    if (checksum) return { is: 'checksum', ...checksum };
    return isIndex(path) ? { is: 'index', directory: directoryOf(path) } : { is: 'file' };
  },
  versionOf,
  coordinatesOf: (directory) => ({ group: '', artifact: directory }),
  isReleased: (path) => !isIndex(path),
  isMutable: (path, { redeploy }) => redeploy || isIndex(path),
  refusedBy: () => undefined,
  refusedAsOther: () => 'a song stays as it is',
  refusedAsNew: () => undefined,
  contentType: (path) => contentTypeOf(path),
};

const http: ArtifactHttp = {
  methods: { GET: 'read', HEAD: 'read', PUT: 'deploy' },
  words: { deploy: 'publish to it', remove: 'delete from it' },
  asked: (_, { base, rest }) => {
    const [, raw, below] = /^([^/]*)(.*)$/s.exec(rest) ?? ['', '', ''];
    const repository = percentDecoded(raw);
    if (repository === undefined || !/^[a-z][a-z0-9]{0,249}$/.test(repository)) return undefined;
    const path = /^\/[a-z]+$/.test(below) ? `${below}/${indexName}` : below;
    return { repository, address: base + raw, path };
  },
};

artifactKindConformance(
  { id: 'songs', defaultIdentifier: 'songs', http, kind: () => Promise.resolve(songs) },
  {
    versions: { 'lied/-/lied-1.tgz': { artifact: 'lied', version: '1' } },
    coordinates: { lied: { group: '', artifact: 'lied' } },
    unversioned: ['lied/words.txt', 'lied/-/other-1.tgz'],
    released: ['lied/-/lied-1.tgz'],
    unreleased: [],
    fixed: [],
    refusedAsNew: [],
    indexes: { 'lied/all.json': 'lied' },
    policies: [],
    contentTypes: { 'lied/-/lied-1.tgz': 'application/gzip' },
    computed: [{ directory: 'lied', facts: { versions: ['1', '2'] }, tells: ['"1","2"'] }],
    affected: { 'lied/-/lied-1.tgz': [{ directory: 'lied', always: false }] },
    noIndexes: ['{}'],
  },
);
