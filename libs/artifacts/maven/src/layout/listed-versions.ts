import type { IndexFacts } from '@holdfast/artifact-spi';
import { stepLength } from '@holdfast/kernel';
import { compareVersions, isPlainNumbers } from './comparable-version.js';
import { isSnapshotVersion } from './layout.js';
import { sortVersions } from './sorted-versions.js';
import { canBeSaid, element, elementsOf } from './xml.js';

/** Versions as an index lists them. */
export interface ListedVersions {
  /** Undefined: none is listed. */
  readonly latest: string | undefined;
  /** The highest that is no SNAPSHOT. */
  readonly release: string | undefined;
  /** The elements of all that an index can say, in Maven's order: it would say another version in place of others. */
  readonly elements: Buffer;
  /** All are numbers between dots, of which the order is one of all strings: Maven's is not. */
  readonly isPlain: boolean;
}

/** So many versions are written in one step. */
const atATime = 4096;

/** What was made of versions, for as long as somebody keeps them. */
const made = new WeakMap<readonly string[], ListedVersions>();

const elementOf = (version: string): string => element(3, 'version', version);

/**
 * At least one version. One that is added behind all others, as releases are, is written behind what was made of
 * those; else all are sorted and written. In steps, as `ArtifactIndexes.derive`.
 */
export function* listedVersions({
  versions,
  before,
}: Pick<IndexFacts, 'versions' | 'before'>): Generator<void, ListedVersions> {
  const known = made.get(versions) ?? withOneMore(before && made.get(before), versions[versions.length - 1]);
  const listed = known ?? (yield* allOf(versions));
  made.set(versions, listed);
  return listed;
}

const withOneMore = (known: ListedVersions | undefined, version: string): ListedVersions | undefined => {
  if (known?.latest === undefined || !known.isPlain) return undefined;
  if (!isPlainNumbers(version) || compareVersions(known.latest, version) >= 0) return undefined;
  const elements = Buffer.concat([known.elements, Buffer.from(elementOf(version))]);
  return { latest: version, release: version, elements, isPlain: true };
};

function* thoseSaid(versions: readonly string[]): Generator<void, string[]> {
  const said: string[] = [];
  for (const [at, version] of versions.entries()) {
    if (at > 0 && at % stepLength === 0) yield;
    if (canBeSaid(version)) said.push(version);
  }
  return said;
}

function* allOf(versions: readonly string[]): Generator<void, ListedVersions> {
  const sorted = yield* thoseSaid(yield* sortVersions(versions));
  return {
    latest: sorted.at(-1),
    release: sorted.findLast((version) => !isSnapshotVersion(version)),
    elements: Buffer.concat(yield* elementsOf(sorted, elementOf, atATime)),
    isPlain: sorted.every(isPlainNumbers),
  };
}
