import {
  directoryOf,
  nameOf,
  type ArtifactCoordinates,
  type ArtifactIndexes,
  type IndexFacts,
} from '@holdfast/artifact-spi';
import { stepLength } from '@holdfast/kernel';
import { coordinatesOf, indexName, isSnapshotDirectory } from './layout.js';
import { listedVersions } from './listed-versions.js';
import {
  contributed,
  fillMetadata,
  listedPlugins,
  maximumMetadataBytes,
  mergeMetadata,
  readMetadata,
} from './metadata-contribution.js';
import { pluginEntry, type Plugin } from './plugins.js';
import { formatInstant, newestBuild, newestVersions, type SnapshotVersion } from './snapshot-versions.js';
import { element, elementsOf } from './xml.js';

const coordinates = ({ group, artifact }: ArtifactCoordinates): string =>
  element(1, 'groupId', group) + element(1, 'artifactId', artifact);

/** Pieces of a document. */
type Pieces = readonly (Uint8Array | string)[];

const document = (attributes: string, content: Pieces): Uint8Array => {
  const begin = `<?xml version="1.0" encoding="UTF-8"?>\n<metadata${attributes}>\n`;
  const pieces = [begin, ...content, '</metadata>\n'];
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
};

function* pluginList(plugins: readonly Plugin[]): Generator<void, Pieces> {
  if (plugins.length === 0) return [];
  return ['  <plugins>\n', ...(yield* elementsOf(plugins, pluginEntry, stepLength)), '  </plugins>\n'];
}

function* artifactLevel(directory: string, facts: IndexFacts): Generator<void, Pieces> {
  if (facts.versions.length === 0) return [];
  const { latest, release, elements } = yield* listedVersions(facts);
  if (latest === undefined) return [];
  const [before, after] = [
    coordinates(coordinatesOf(directory)) +
      '  <versioning>\n' +
      element(2, 'latest', latest) +
      element(2, 'release', release) +
      '    <versions>\n',
    `    </versions>\n${element(2, 'lastUpdated', formatInstant(facts.changed))}  </versioning>\n`,
  ];
  return [before, elements, after];
}

const snapshotEntry = ({ classifier, extension, value, updated }: SnapshotVersion): string =>
  '      <snapshotVersion>\n' +
  element(4, 'classifier', classifier === '' ? undefined : classifier) +
  element(4, 'extension', extension) +
  element(4, 'value', value) +
  element(4, 'updated', updated) +
  '      </snapshotVersion>\n';

function* versionLevel(directory: string, facts: IndexFacts): Generator<void, Pieces> {
  const versions = yield* newestVersions(directory, facts.files, contributed(facts.contribution).variants);
  if (versions.length === 0) return [];
  const build = newestBuild(versions);
  const before =
    coordinates(coordinatesOf(directoryOf(directory))) +
    element(1, 'version', nameOf(directory)) +
    '  <versioning>\n' +
    (build
      ? `    <snapshot>\n${element(3, 'timestamp', build.timestamp)}${element(3, 'buildNumber', String(build.build))}    </snapshot>\n`
      : '') +
    element(2, 'lastUpdated', formatInstant(facts.changed)) +
    '    <snapshotVersions>\n';
  return [
    before,
    ...(yield* elementsOf(versions, snapshotEntry, stepLength)),
    '    </snapshotVersions>\n  </versioning>\n',
  ];
}

/**
 * `maven-metadata.xml`: at the level of an artifact its versions in Maven's order, at that of a SNAPSHOT version the
 * newest file of each classifier and extension, at that of a group the plugins that clients named. A directory that
 * is an artifact and a group at once has both in one file.
 */
export const mavenIndexes: ArtifactIndexes = {
  name: indexName,
  maximumBytes: maximumMetadataBytes,
  listsFiles: isSnapshotDirectory,
  affectedBy: (path) => {
    const directory = directoryOf(path);
    const artifact = { directory: directoryOf(directory), always: false };
    return isSnapshotDirectory(directory) ? [artifact, { directory, always: true }] : [artifact];
  },
  read: readMetadata,
  merge: mergeMetadata,
  fill: fillMetadata,
  *derive(directory, facts) {
    const snapshot = isSnapshotDirectory(directory) ? yield* versionLevel(directory, facts) : [];
    if (snapshot.length > 0) return document(' modelVersion="1.1.0"', snapshot);
    const artifact = yield* artifactLevel(directory, facts);
    const plugins = yield* pluginList(listedPlugins(facts.contribution));
    return artifact.length === 0 && plugins.length === 0
      ? undefined
      : document('', [...artifact, ...plugins]);
  },
};
