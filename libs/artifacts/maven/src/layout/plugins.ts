import { element } from './xml.js';

/** One entry of a group's `<plugins>`. */
export interface Plugin {
  readonly prefix: string;
  readonly artifactId: string;
  readonly name?: string;
}

/** As it stands in an index. */
export const pluginEntry = ({ name, prefix, artifactId }: Plugin): string =>
  `    <plugin>\n${element(3, 'name', name)}${element(3, 'prefix', prefix)}${element(3, 'artifactId', artifactId)}    </plugin>\n`;

/** As many bytes as it has in an index, or as it is stored where those are more. */
export const bytesOfPlugin = (plugin: Plugin): number =>
  Math.max(Buffer.byteLength(pluginEntry(plugin)), Buffer.byteLength(JSON.stringify(plugin)) + 1);

/** Whether they say the same of a prefix. */
export const isSamePlugin = (one: Plugin | undefined, other: Plugin): boolean =>
  one?.artifactId === other.artifactId && one.name === other.name;
