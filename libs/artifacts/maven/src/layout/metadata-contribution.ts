import { IndexRefused, type IndexContribution } from '@holdfast/artifact-spi';
import { restOf, variantByRule, type FileVariant } from './snapshot-versions.js';
import { readRecords, type WantedRecords, type XmlRecord } from './xml-records.js';

/** The most bytes of a client's metadata that is read: 20,000 versions fit. */
export const maximumMetadataBytes = 2 * 1024 * 1024;
const maximumEntries = 2000;
const maximumText = 255;
/**
 * Bytes of variants as JSON. What clients add to an index has 768 KiB in all: variants of one leave room for another's.
 */
const mostOfVariants = 256 * 1024;

/** One entry of a group's `<plugins>`. */
export interface Plugin {
  readonly prefix: string;
  readonly artifactId: string;
  readonly name?: string;
}

/**
 * What is taken over from clients' metadata, since it cannot be computed: the plugins of a group, and how the names of
 * files divide into classifier and extension. Versions are never taken over: only stored ones are listed.
 */
export interface MetadataContribution {
  readonly plugins: readonly Plugin[];
  readonly variants: readonly FileVariant[];
}

/** Reads back what `mergeMetadata` made. */
export const contributed = (contribution: IndexContribution | undefined): MetadataContribution => ({
  plugins: (contribution?.plugins ?? []) as readonly Plugin[],
  variants: (contribution?.variants ?? []) as readonly FileVariant[],
});

/** Undefined if it is absent or too long. */
const textOf = (record: XmlRecord, name: string): string | undefined => {
  const text = record.get(name);
  return text !== undefined && text.length <= maximumText ? text : undefined;
};

const pluginOf = (record: XmlRecord): Plugin | undefined => {
  const prefix = textOf(record, 'prefix');
  const artifactId = textOf(record, 'artifactId');
  const name = textOf(record, 'name');
  if (prefix === undefined || artifactId === undefined) return undefined;
  return name === undefined ? { prefix, artifactId } : { prefix, artifactId, name };
};

const variantOf = (record: XmlRecord): FileVariant | undefined => {
  const classifier = textOf(record, 'classifier');
  const extension = textOf(record, 'extension');
  if (classifier === undefined || extension === undefined) return undefined;
  const ruled = variantByRule(restOf({ classifier, extension }));
  // Then the name alone is enough.
  return ruled?.classifier === classifier && ruled.extension === extension
    ? undefined
    : { classifier, extension };
};

/** Entries of which each key has the latest; so many that nobody can make them a burden. */
class Entries<T> {
  private readonly known = new Map<string, T>();
  private filled = 0;

  /** @param room bytes of what is filled in */
  constructor(
    private readonly key: (entry: T) => string,
    private readonly room = Infinity,
  ) {}

  /** @throws IndexRefused */
  readonly add = (entry: T | undefined): void => {
    if (entry) this.known.set(this.key(entry), entry);
    if (this.known.size > maximumEntries) throw new IndexRefused('the metadata has too many entries');
  };

  /** What is known goes before, and what has no room is left out. */
  readonly fill = (entry: T | undefined): void => {
    if (!entry) return;
    const key = this.key(entry);
    if (this.known.has(key) || this.known.size >= maximumEntries) return;
    const bytes = Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (this.filled + bytes > this.room) return;
    this.filled += bytes;
    this.known.set(key, entry);
  };

  sorted(): T[] {
    return [...this.known].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, entry]) => entry);
  }
}

const pluginEntries = () => new Entries<Plugin>(({ prefix }) => prefix);
const variantEntries = () =>
  new Entries<FileVariant>(
    ({ classifier, extension }) => JSON.stringify([classifier, extension]),
    mostOfVariants,
  );

/** Reads what a client's `maven-metadata.xml` says that cannot be computed; undefined if that is nothing. */
export function* readMetadata(uploaded: Uint8Array): Generator<void, IndexContribution | undefined> {
  const [plugins, variants] = [pluginEntries(), variantEntries()];
  const wanted = new Map<string, WantedRecords>([
    [
      '/plugins/plugin',
      { fields: ['prefix', 'artifactId', 'name'], take: (each) => plugins.add(pluginOf(each)) },
    ],
    [
      '/versioning/snapshotVersions/snapshotVersion',
      { fields: ['classifier', 'extension'], take: (each) => variants.fill(variantOf(each)) },
    ],
  ]);
  yield* readRecords(uploaded, 'metadata', wanted);
  const read = { plugins: plugins.sorted(), variants: variants.sorted() };
  return read.plugins.length + read.variants.length > 0 ? read : undefined;
}

const together = (
  plugins: Entries<Plugin>,
  contributions: readonly (IndexContribution | undefined)[],
): IndexContribution => {
  const variants = variantEntries();
  for (const contribution of contributions) contributed(contribution).variants.forEach(variants.fill);
  return { plugins: plugins.sorted(), variants: variants.sorted() };
};

/**
 * Adds it to what is known. The later entry of a plugin prefix wins. Of variants those of earlier have the room that is
 * left: nobody can fill it for those who deploy after him.
 */
export const mergeMetadata = (
  earlier: IndexContribution | undefined,
  read: IndexContribution,
): IndexContribution => {
  const plugins = pluginEntries();
  for (const each of [earlier, read]) contributed(each).plugins.forEach(plugins.add);
  return together(plugins, [read, earlier]);
};

/** As many entries of `more` as there is room for; what is known of a plugin prefix goes before. */
export const fillMetadata = (known: IndexContribution, more: IndexContribution): IndexContribution => {
  const plugins = pluginEntries();
  for (const each of [known, more]) contributed(each).plugins.forEach(plugins.fill);
  return together(plugins, [known, more]);
};
