import { IndexRefused, type IndexContribution } from '@holdfast/artifact-spi';
import { bytesOfPlugin, isSamePlugin, type Plugin } from './plugins.js';
import { restOf, variantByRule, type FileVariant } from './snapshot-versions.js';
import { readRecords, type WantedRecords, type XmlRecord } from './xml-records.js';

/** The most bytes of a client's metadata that is read: 20,000 versions fit beside all plugins. */
export const maximumMetadataBytes = 2 * 1024 * 1024;
const maximumEntries = 2000;
/** Plugins of one document: those that an index has, which its client sends back, and as many of its own. */
const mostSent = 2 * maximumEntries;
const maximumText = 255;
/** Bytes of variants as JSON, and of plugins, which leave room for each other: an index keeps 768 KiB in all. */
const mostOfVariants = 256 * 1024;
/**
 * As XML, where that is longer. Clients send an index back with their own: however full others have made it, it stays
 * below what is read, with 1.5 MiB for versions.
 */
const mostOfPlugins = 500 * 1024;

/**
 * What is taken over from clients' metadata, since it cannot be computed: the plugins of a group, and how the names of
 * files divide into classifier and extension. Versions are never taken over: only stored ones are listed.
 */
export interface MetadataContribution {
  /** Those that were said last come first. */
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

/** Entries with different keys, the first of each, as many as have room: nobody can make them a burden. */
class Entries<T> {
  private readonly known = new Map<string, T>();
  private isFull = false;

  /** @param room bytes of all */
  constructor(
    private readonly key: (entry: T) => string,
    private readonly bytesOf: (entry: T) => number,
    private room: number,
  ) {}

  /** Left out is what has no room, and all behind it: no more is measured than there is room for. */
  readonly fill = (entry: T | undefined): void => {
    if (!entry || this.isFull) return;
    const key = this.key(entry);
    if (this.known.has(key)) return;
    this.room -= this.bytesOf(entry);
    this.isFull = this.room < 0 || this.known.size === maximumEntries;
    if (!this.isFull) this.known.set(key, entry);
  };

  get inOrder(): T[] {
    return [...this.known.values()];
  }

  get sorted(): T[] {
    return [...this.known].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, entry]) => entry);
  }
}

const pluginEntries = () => new Entries<Plugin>(({ prefix }) => prefix, bytesOfPlugin, mostOfPlugins);
const variantEntries = () =>
  new Entries<FileVariant>(
    ({ classifier, extension }) => JSON.stringify([classifier, extension]),
    (entry) => Buffer.byteLength(JSON.stringify(entry)) + 1,
    mostOfVariants,
  );

/** By their prefixes; as many as one index has, also of what was stored when it could have more. */
export const listedPlugins = (contribution: IndexContribution | undefined): readonly Plugin[] => {
  const plugins = pluginEntries();
  contributed(contribution).plugins.forEach(plugins.fill);
  return plugins.sorted;
};

/** Reads what a client's `maven-metadata.xml` says that cannot be computed; undefined if that is nothing. */
export function* readMetadata(uploaded: Uint8Array): Generator<void, IndexContribution | undefined> {
  const plugins = new Map<string, Plugin>();
  const variants = variantEntries();
  const take = (plugin: Plugin | undefined): void => {
    if (plugin) plugins.set(plugin.prefix, plugin);
    if (plugins.size > mostSent) throw new IndexRefused('the metadata has too many entries');
  };
  const wanted = new Map<string, WantedRecords>([
    ['/plugins/plugin', { fields: ['prefix', 'artifactId', 'name'], take: (each) => take(pluginOf(each)) }],
    [
      '/versioning/snapshotVersions/snapshotVersion',
      { fields: ['classifier', 'extension'], take: (each) => variants.fill(variantOf(each)) },
    ],
  ]);
  yield* readRecords(uploaded, 'metadata', wanted);
  const read = { plugins: [...plugins.values()], variants: variants.sorted };
  return read.plugins.length + read.variants.length > 0 ? read : undefined;
}

/** Of one prefix, and one variant, the first. */
const together = (
  plugins: readonly Plugin[],
  contributions: readonly (IndexContribution | undefined)[],
): IndexContribution => {
  const [listed, variants] = [pluginEntries(), variantEntries()];
  plugins.forEach(listed.fill);
  for (const contribution of contributions) contributed(contribution).variants.forEach(variants.fill);
  return { plugins: listed.inOrder, variants: variants.sorted };
};

/**
 * Adds it to what is known. What it says goes before, so that nobody fills the room for those who deploy after him. Of
 * plugins that is what was not known: the others were served to its client, which sends them back.
 */
export const mergeMetadata = (
  earlier: IndexContribution | undefined,
  read: IndexContribution,
): IndexContribution => {
  const known = contributed(earlier).plugins;
  const byPrefix = new Map(known.map((plugin) => [plugin.prefix, plugin]));
  const said = contributed(read).plugins.filter((each) => !isSamePlugin(byPrefix.get(each.prefix), each));
  return together([...said, ...known], [read, earlier]);
};

/** As many entries of `more` as there is room for; what is known of a plugin prefix goes before. */
export const fillMetadata = (known: IndexContribution, more: IndexContribution): IndexContribution =>
  together([...contributed(known).plugins, ...contributed(more).plugins], [known, more]);
