import {
  ancestorsOf,
  directoryOf,
  nameOf,
  type ArtifactCoordinates,
  type ArtifactVersion,
} from '@holdfast/artifact-spi';

/** A file of a SNAPSHOT version, taken apart: what follows `a-<version>` in its name. */
export interface SnapshotFile {
  /** `yyyyMMdd.HHmmss` and the number of the build; absent for `a-1.1-SNAPSHOT.jar`. */
  readonly timestamp?: string;
  readonly build?: bigint;
  /** The version as the file's name has it: `1.1-20260102.030405-7` or `1.1-SNAPSHOT`. */
  readonly value: string;
  /** What follows the version in the name: `.jar`, `-sources.jar`. */
  readonly rest: string;
}

/** The name of the index that is computed in every directory of an artifact, version or group. */
export const indexName = 'maven-metadata.xml';
const snapshot = 'SNAPSHOT';
const stampForm = /^(\d{8}\.\d{6})-(\d+)(?=[-.]|$)/;

/**
 * True for `SNAPSHOT` and `1.1-SNAPSHOT`. Maven takes `1.1.SNAPSHOT` for one as well, but puts each build into a
 * directory of its own, as a release `1.1.20260102.030405-7`.
 */
export const isSnapshotVersion = (version: string): boolean =>
  version === snapshot || (version.endsWith(`-${snapshot}`) && version.length > snapshot.length + 1);

/** True if the directory is, by its place and name, that of a SNAPSHOT version. */
export const isSnapshotDirectory = (directory: string): boolean =>
  directory.endsWith(snapshot) && isSnapshotVersion(nameOf(directory)) && directory.split('/').length >= 3;

/** Reads the name of a file in the directory of a SNAPSHOT version; undefined for what is no file of that version. */
export const snapshotFileOf = (path: string): SnapshotFile | undefined => {
  const directory = directoryOf(path);
  if (!isSnapshotDirectory(directory)) return undefined;
  const version = nameOf(directory);
  const start = `${nameOf(directoryOf(directory))}-`;
  const name = nameOf(path);
  if (name.startsWith(start + version))
    return { value: version, rest: name.slice(start.length + version.length) };
  const base = version.slice(0, -snapshot.length);
  if (!name.startsWith(start + base)) return undefined;
  const tail = name.slice(start.length + base.length);
  const stamp = stampForm.exec(tail);
  if (!stamp) return undefined;
  const [whole, timestamp, build] = stamp;
  return { timestamp, build: BigInt(build), value: base + whole, rest: tail.slice(whole.length) };
};

/** What versions begin with, or are, and names of artifacts hardly ever. */
const versionForm = /^v?\d|^SNAPSHOT$/;

/**
 * True if a file is part of a SNAPSHOT version: it lies in the directory of one, or below it, as by Ivy's pattern
 * `[revision]/[type]s/`. In Maven's layout nothing lies below one, but groups and artifacts have any name: files of
 * versions, and indexes, are part of what they lie in. An index alone does not tell whether that is an artifact or a
 * version, so its name does.
 *
 *   org/mod/1.1-SNAPSHOT/jars/mod.jar                            is part of one
 *   org/acme/x-SNAPSHOT/lib/1.0/lib-1.0.jar                      is not
 *   org/acme/1.1-SNAPSHOT/maven-metadata.xml                     is part of one
 *   org/acme/x-SNAPSHOT/maven-metadata.xml                       is not
 */
export const isOfSnapshot = (path: string): boolean => {
  const directory = directoryOf(path);
  const isIndex = nameOf(path) === indexName;
  if (isSnapshotDirectory(directory)) return !isIndex || versionForm.test(nameOf(directory));
  const isMavens = isIndex || versionOf(path) !== undefined;
  return !isMavens && ancestorsOf(directory).some(isSnapshotDirectory);
};

/**
 * The version that a file belongs to: a version is a directory `g/a/v` with a file `a-v*`, where `g` may be several
 * directories deep.
 *
 *   com/acme/lib/1.0/lib-1.0.jar                                 version 1.0 of lib
 *   com/acme/lib/1.1-SNAPSHOT/lib-1.1-SNAPSHOT.jar               version 1.1-SNAPSHOT
 *   com/acme/lib/1.1-SNAPSHOT/lib-1.1-20260102.030405-7.jar      the same, a timestamped build
 *   com/acme/lib/SNAPSHOT/lib-20260102.030405-7.jar              version SNAPSHOT, a timestamped build
 */
export const versionOf = (path: string): ArtifactVersion | undefined => {
  const components = path.split('/');
  if (components.length < 4) return undefined;
  const [artifact, version, name] = components.slice(-3);
  const named = name.startsWith(`${artifact}-${version}`);
  if (!named && !snapshotFileOf(path)) return undefined;
  return { artifact: components.slice(0, -2).join('/'), version };
};

/** `com/acme/lib` is the artifact `lib` of the group `com.acme`. */
export const coordinatesOf = (directory: string): ArtifactCoordinates => ({
  group: directoryOf(directory).replaceAll('/', '.'),
  artifact: nameOf(directory),
});
