import { sortInSteps, stepLength } from '@holdfast/kernel';
import { snapshotFileOf } from './layout.js';
import { highestBuild } from './new-builds.js';

/** What tells the files of one build apart; no classifier is ''. */
export interface FileVariant {
  readonly classifier: string;
  readonly extension: string;
}

/** The newest file of a variant, as Maven resolves it. */
export interface SnapshotVersion extends FileVariant {
  /** `1.1-20260102.030405-7`, or `1.1-SNAPSHOT` for files without a timestamp. */
  readonly value: string;
  /** `yyyyMMddHHmmss`, UTC. */
  readonly updated: string;
  readonly timestamp?: string;
  readonly build?: bigint;
}

const signatureForm = /\.(?:asc|sigstore(?:\.json)?)$/;
const archiveForm = /\.(?:tar\.[A-Za-z0-9]+|[^.]+)$/;

const restOf = ({ classifier, extension }: FileVariant): string =>
  `${classifier === '' ? '' : `-${classifier}`}.${extension}`;

/**
 * Takes `-sources.jar` or `.tar.gz` apart. Where a classifier has dots only its client knows the border: a variant
 * that a client named goes before the rule (the last extension, with `tar.*` and signatures as part of it).
 */
const variantOf = (rest: string, known: ReadonlyMap<string, FileVariant>): FileVariant | undefined => {
  const named = known.get(rest);
  if (named) return { classifier: named.classifier, extension: named.extension };
  if (rest.startsWith('.')) return rest.length > 1 ? { classifier: '', extension: rest.slice(1) } : undefined;
  if (!rest.startsWith('-')) return undefined;
  const signature = signatureForm.exec(rest)?.[0] ?? '';
  const unsigned = rest.slice(1, rest.length - signature.length);
  const archive = archiveForm.exec(unsigned);
  if (!archive || archive.index === 0) return undefined;
  return {
    classifier: unsigned.slice(0, archive.index),
    extension: unsigned.slice(archive.index + 1) + signature,
  };
};

/** An instant as `yyyyMMddHHmmss` in UTC. */
export const formatInstant = (instant: Date): string => instant.toISOString().replace(/\D/g, '').slice(0, 14);

const isNewer = (left: SnapshotVersion, right: SnapshotVersion): boolean =>
  left.updated !== right.updated ? left.updated > right.updated : (left.build ?? -1n) > (right.build ?? -1n);

/**
 * The newest file of each variant in the directory of a SNAPSHOT version, ordered by classifier and extension. A step
 * takes some milliseconds at most.
 */
export function* newestVersions(
  directory: string,
  files: readonly { readonly name: string; readonly modified: Date }[],
  known: readonly FileVariant[],
): Generator<void, SnapshotVersion[]> {
  const newest = new Map<string, SnapshotVersion>();
  const byRest = new Map(known.toReversed().map((variant) => [restOf(variant), variant]));
  let looked = 0;
  for (const { name, modified } of files) {
    if (++looked % stepLength === 0) yield;
    const file = snapshotFileOf(`${directory}/${name}`);
    const variant = file && variantOf(file.rest, byRest);
    if (!variant) continue;
    const { value, timestamp, build } = file;
    const updated = timestamp === undefined ? formatInstant(modified) : timestamp.replace('.', '');
    const version = { ...variant, value, updated, timestamp, build };
    const key = `${variant.classifier}/${variant.extension}`;
    const before = newest.get(key);
    if (!before || isNewer(version, before)) newest.set(key, version);
  }
  const sorted = yield* sortInSteps([...newest], ([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([, version]) => version);
}

/** The newest timestamped build of all variants, of those from which Maven can count on. */
export const newestBuild = (versions: readonly SnapshotVersion[]): SnapshotVersion | undefined =>
  versions
    .filter(({ build }) => build !== undefined && build <= highestBuild)
    .reduce<SnapshotVersion | undefined>(
      (best, version) => (best && !isNewer(version, best) ? best : version),
      undefined,
    );
