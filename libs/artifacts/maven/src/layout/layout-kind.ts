import {
  checksumOf,
  contentTypeOf,
  directoryOf,
  nameOf,
  type ArtifactKind,
  type PathClass,
} from '@holdfast/artifact-spi';
import { coordinatesOf, indexName, isOfSnapshot, snapshotFileOf, versionOf } from './layout.js';
import { mavenIndexes } from './metadata.js';
import { refusedAsNew } from './new-builds.js';

/** What build tools of the Java world put beside what everybody has. */
const mediaTypes: Readonly<Record<string, string>> = {
  jar: 'application/java-archive',
  war: 'application/java-archive',
  ear: 'application/java-archive',
  pom: 'application/xml',
  module: 'application/json',
};

const classify = (path: string): PathClass => {
  const checksum = checksumOf(path);
  if (checksum) return { is: 'checksum', ...checksum };
  return nameOf(path) === indexName ? { is: 'index', directory: directoryOf(path) } : { is: 'file' };
};

/** The file that decides about a path: itself, or the file of a checksum. */
const subjectOf = (path: string): string => checksumOf(path)?.file ?? path;

const isReleased = (path: string): boolean => {
  const subject = subjectOf(path);
  return nameOf(subject) !== indexName && !isOfSnapshot(subject);
};

/** What every kind does whose files lie in Maven's layout. */
export const layoutKind: ArtifactKind = {
  indexes: mavenIndexes,
  classify,
  versionOf,
  coordinatesOf,
  isReleased,
  isMutable: (path, { redeploy }) =>
    redeploy || (!isReleased(path) && snapshotFileOf(subjectOf(path))?.timestamp === undefined),
  refusedAsOther: (path) =>
    isReleased(path)
      ? 'the file is released and cannot be replaced by other bytes'
      : // as of two builds in one second, which get the same number
        'this build of the SNAPSHOT is there already with other bytes: deploy again',
  refusedBy: (policy, path) => {
    if (policy === 'release' && isOfSnapshot(subjectOf(path)))
      return 'the policy of this repository refuses SNAPSHOT versions';
    if (policy === 'snapshot' && isReleased(path))
      return 'the policy of this repository takes SNAPSHOT versions only';
    return undefined;
  },
  refusedAsNew,
  contentType: (path) => contentTypeOf(path, mediaTypes),
};
