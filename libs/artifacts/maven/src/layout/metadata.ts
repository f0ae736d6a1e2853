import {
  directoryOf,
  nameOf,
  type ArtifactCoordinates,
  type ArtifactIndexes,
  type IndexFacts,
} from '@holdfast/artifact-spi';
import { sortVersions } from './comparable-version.js';
import { coordinatesOf, indexName, isSnapshotDirectory } from './layout.js';
import {
  contributed,
  maximumMetadataBytes,
  mergeMetadata,
  readMetadata,
  type Plugin,
} from './metadata-contribution.js';
import { formatInstant, newestBuild, newestVersions, type SnapshotVersion } from './snapshot-versions.js';
import { element } from './xml.js';

/** So many versions are written in one step. */
const listed = 4096;

const coordinates = ({ group, artifact }: ArtifactCoordinates): string =>
  element(1, 'groupId', group) + element(1, 'artifactId', artifact);

const document = (attributes: string, content: string): Uint8Array =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<metadata${attributes}>\n${content}</metadata>\n`);

const pluginList = (plugins: readonly Plugin[]): string => {
  if (plugins.length === 0) return '';
  const entries = plugins.map(
    ({ name, prefix, artifactId }) =>
      `    <plugin>\n${element(3, 'name', name)}${element(3, 'prefix', prefix)}${element(3, 'artifactId', artifactId)}    </plugin>\n`,
  );
  return `  <plugins>\n${entries.join('')}  </plugins>\n`;
};

function* versionList(versions: readonly string[]): Generator<void, string> {
  let list = '';
  for (let at = 0; at < versions.length; at += listed) {
    if (at > 0) yield;
    for (const version of versions.slice(at, at + listed)) list += element(3, 'version', version);
  }
  return list;
}

function* artifactLevel(directory: string, { versions, changed }: IndexFacts): Generator<void, string> {
  if (versions.length === 0) return '';
  const sorted = yield* sortVersions(versions);
  return (
    coordinates(coordinatesOf(directory)) +
    '  <versioning>\n' +
    element(2, 'latest', sorted.at(-1)) +
    element(
      2,
      'release',
      sorted.findLast((version) => !version.endsWith('-SNAPSHOT')),
    ) +
    `    <versions>\n${yield* versionList(sorted)}    </versions>\n` +
    element(2, 'lastUpdated', formatInstant(changed)) +
    '  </versioning>\n'
  );
}

const snapshotEntry = ({ classifier, extension, value, updated }: SnapshotVersion): string =>
  '      <snapshotVersion>\n' +
  element(4, 'classifier', classifier === '' ? undefined : classifier) +
  element(4, 'extension', extension) +
  element(4, 'value', value) +
  element(4, 'updated', updated) +
  '      </snapshotVersion>\n';

const versionLevel = (directory: string, facts: IndexFacts): string => {
  const versions = newestVersions(directory, facts.files, contributed(facts.contribution).variants);
  if (versions.length === 0) return '';
  const build = newestBuild(versions);
  return (
    coordinates(coordinatesOf(directoryOf(directory))) +
    element(1, 'version', nameOf(directory)) +
    '  <versioning>\n' +
    (build
      ? `    <snapshot>\n${element(3, 'timestamp', build.timestamp)}${element(3, 'buildNumber', String(build.build))}    </snapshot>\n`
      : '') +
    element(2, 'lastUpdated', formatInstant(facts.changed)) +
    `    <snapshotVersions>\n${versions.map(snapshotEntry).join('')}    </snapshotVersions>\n` +
    '  </versioning>\n'
  );
};

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
  *derive(directory, facts) {
    const snapshot = isSnapshotDirectory(directory) ? versionLevel(directory, facts) : '';
    if (snapshot !== '') return document(' modelVersion="1.1.0"', snapshot);
    const content =
      (yield* artifactLevel(directory, facts)) + pluginList(contributed(facts.contribution).plugins);
    return content === '' ? undefined : document('', content);
  },
};
