import { IndexRefused, type IndexContribution } from '@holdfast/artifact-spi';
import type { FileVariant } from './snapshot-versions.js';
import { childOf, childrenOf, readXml, textOf, type XmlNode } from './xml.js';

/** The most bytes of a client's metadata: 20,000 versions fit. */
export const maximumMetadataBytes = 2 * 1024 * 1024;
const maximumEntries = 2000;
const maximumText = 255;

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

const short = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= maximumText ? text : undefined;

const pluginsOf = (root: XmlNode): Plugin[] =>
  childrenOf(childOf(root, 'plugins') ?? {}, 'plugin').flatMap((node) => {
    const prefix = short(textOf(node, 'prefix'));
    const artifactId = short(textOf(node, 'artifactId'));
    const name = short(textOf(node, 'name'));
    if (prefix === undefined || artifactId === undefined) return [];
    return [name === undefined ? { prefix, artifactId } : { prefix, artifactId, name }];
  });

const variantsOf = (root: XmlNode): FileVariant[] =>
  childrenOf(childOf(childOf(root, 'versioning') ?? {}, 'snapshotVersions') ?? {}, 'snapshotVersion').flatMap(
    (node) => {
      const classifier = short(textOf(node, 'classifier'));
      const extension = short(textOf(node, 'extension'));
      // without a dot in the classifier the name alone is enough
      return classifier?.includes('.') && extension !== undefined ? [{ classifier, extension }] : [];
    },
  );

const mergeBy = <T>(earlier: readonly T[], later: readonly T[], key: (entry: T) => string): T[] => {
  const merged = new Map([...earlier, ...later].map((entry) => [key(entry), entry]));
  if (merged.size > maximumEntries) throw new IndexRefused('the metadata has too many entries');
  return [...merged].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, entry]) => entry);
};

/** Adds what a client's `maven-metadata.xml` says to what is known; the later entry of a plugin prefix wins. */
export const mergeMetadata = (
  earlier: IndexContribution | undefined,
  uploaded: Uint8Array,
): IndexContribution | undefined => {
  const root = readXml(uploaded, 'metadata');
  const before = contributed(earlier);
  const plugins = mergeBy(before.plugins, pluginsOf(root), ({ prefix }) => prefix);
  const variants = mergeBy(before.variants, variantsOf(root), (variant) =>
    JSON.stringify([variant.classifier, variant.extension]),
  );
  return plugins.length + variants.length > 0 ? { plugins, variants } : undefined;
};
