import { sortInSteps, stepLength } from '@holdfast/kernel';
import { snapshotFileOf } from './layout.js';
import { highestBuild } from './new-builds.js';
import { canBeSaid } from './xml.js';

/** What tells the files of one build apart; no classifier is ''. */
export interface FileVariant {
  readonly classifier: string;
  readonly extension: string;
}

/** A build of a SNAPSHOT version, or one of its files without a timestamp. */
interface SnapshotBuild {
  /** `1.1-20260102.030405-7`, or `1.1-SNAPSHOT` for files without a timestamp. */
  readonly value: string;
  /** `yyyyMMddHHmmss`, UTC. */
  readonly updated: string;
  /**
   * The same, but no later than the last of its files was stored: a clock that is ahead does not keep back what comes
   * after it, and a file that somebody has stored ahead for a build of others does not make that old. One for all its
   * files, so that where a build gives way to another, it does with all of them.
   */
  since: string;
  readonly timestamp?: string;
  readonly build?: bigint;
}

/** The newest file of a variant, as Maven resolves it. */
export interface SnapshotVersion extends FileVariant, Readonly<SnapshotBuild> {}

const signatureForm = /\.(?:asc|sigstore(?:\.json)?)$/;
const archiveForm = /\.(?:tar\.[A-Za-z0-9]+|[^.]+)$/;

/** What the name of a file has behind version and build. */
export const restOf = ({ classifier, extension }: FileVariant): string =>
  `${classifier === '' ? '' : `-${classifier}`}.${extension}`;

/** Takes `-sources.jar` or `.tar.gz` apart: the last extension, with `tar.*` and signatures as part of it. */
export const variantByRule = (rest: string): FileVariant | undefined => {
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

/** Whether an index can say it: it would say another file in place of others. */
const isListed = ({ classifier, extension }: FileVariant, { value }: SnapshotBuild): boolean =>
  canBeSaid(classifier) && canBeSaid(extension) && canBeSaid(value);

/** Variants by what names of files have of them; of one name there are several where clients said so. */
const byRest = (known: readonly FileVariant[]): ReadonlyMap<string, readonly FileVariant[]> => {
  const found = new Map<string, FileVariant[]>();
  for (const { classifier, extension } of known) {
    const rest = restOf({ classifier, extension });
    const same = found.get(rest);
    if (same) same.push({ classifier, extension });
    else found.set(rest, [{ classifier, extension }]);
  }
  return found;
};

/** An instant as `yyyyMMddHHmmss` in UTC. */
export const formatInstant = (instant: Date): string => instant.toISOString().replace(/\D/g, '').slice(0, 14);

/**
 * Of one number and second the later timestamp counts, and of one timestamp (`-7`, `-07`) the value, so that of two
 * builds one has all variants.
 */
const isNewer = (left: SnapshotBuild, right: SnapshotBuild): boolean => {
  if (left.since !== right.since) return left.since > right.since;
  const [build, other] = [left.build ?? -1n, right.build ?? -1n];
  if (build !== other) return build > other;
  return left.updated !== right.updated ? left.updated > right.updated : left.value > right.value;
};

interface StoredFile {
  readonly name: string;
  readonly modified: Date;
}

/** What each file is of, by what its name has behind version and build. */
function* builtFiles(
  directory: string,
  files: readonly StoredFile[],
): Generator<void, (readonly [rest: string, build: SnapshotBuild])[]> {
  const builds = new Map<string, SnapshotBuild>();
  const built: (readonly [string, SnapshotBuild])[] = [];
  let looked = 0;
  for (const { name, modified } of files) {
    if (++looked % stepLength === 0) yield;
    const file = snapshotFileOf(`${directory}/${name}`);
    if (!file) continue;
    const { value, timestamp, build, rest } = file;
    const stored = formatInstant(modified);
    const updated = timestamp === undefined ? stored : timestamp.replace('.', '');
    const since = updated < stored ? updated : stored;
    // Files without a timestamp are each of their own.
    let one = timestamp === undefined ? undefined : builds.get(value);
    if (!one) {
      one = { value, updated, since, timestamp, build };
      builds.set(value, one);
    } else if (since > one.since) one.since = since;
    built.push([rest, one]);
  }
  return built;
}

/**
 * The newest file of each variant in the directory of a SNAPSHOT version, ordered by classifier and extension. Where a
 * classifier has dots only its client knows the border: a file is one of each variant that a client `named`, and of
 * that which the rule finds, since who names one wrongly takes nobody else's. Variants are looked at once for all files
 * that may be of them: nobody makes an index dear by naming many. A step takes some milliseconds at most.
 */
export function* newestVersions(
  directory: string,
  files: readonly StoredFile[],
  named: readonly FileVariant[],
): Generator<void, SnapshotVersion[]> {
  const latest = new Map<string, SnapshotBuild>();
  let looked = 0;
  for (const [rest, build] of yield* builtFiles(directory, files)) {
    if (++looked % stepLength === 0) yield;
    const before = latest.get(rest);
    if (!before || isNewer(build, before)) latest.set(rest, build);
  }
  const newest = new Map<string, SnapshotVersion>();
  const said = byRest(named);
  for (const [rest, build] of latest) {
    if (++looked % stepLength === 0) yield;
    const ruled = variantByRule(rest);
    for (const variant of [...(said.get(rest) ?? []), ...(ruled ? [ruled] : [])])
      if (isListed(variant, build))
        newest.set(`${variant.classifier}/${variant.extension}`, { ...variant, ...build });
  }
  const sorted = yield* sortInSteps([...newest], ([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([, version]) => version);
}

/**
 * The newest timestamped build of all variants, from which Maven counts on. Undefined, where it could not: it begins
 * anew then, and what it deploys is the newest.
 */
export const newestBuild = (versions: readonly SnapshotVersion[]): SnapshotVersion | undefined => {
  const newest = versions
    .filter(({ build }) => build !== undefined)
    .reduce<SnapshotVersion | undefined>(
      (best, version) => (best && !isNewer(version, best) ? best : version),
      undefined,
    );
  return (newest?.build ?? 0n) < highestBuild ? newest : undefined;
};
