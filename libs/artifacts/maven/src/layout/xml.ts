import { IndexRefused } from '@holdfast/artifact-spi';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

const plainText = /^[\w.+-]*$/;

/** Text as the content of an element. What XML cannot hold (C0 but tab and ends of line, U+FFFE and U+FFFF) is left out. */
export const escapeXml = (text: string): string =>
  plainText.test(text)
    ? text
    : text
        .replace(/[^\t\n\r\u0020-\uFFFD]/gu, (character) => (character.length > 1 ? character : ''))
        .replace(/[&<>]/g, (character) =>
          character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;',
        );

/** One element with text, indented; nothing for an absent text. */
export const element = (indent: number, name: string, text: string | undefined): string =>
  text === undefined ? '' : `${'  '.repeat(indent)}<${name}>${escapeXml(text)}</${name}>\n`;

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: true,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** A parsed element: its children by name; text is a string, a repeated name an array. */
export type XmlNode = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is XmlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const namedEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const unescapeXml = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => namedEntities[name]);

/** The text of a child, or undefined if there is none; the five entities of XML itself are resolved, and no others. */
export const textOf = (node: XmlNode, name: string): string | undefined => {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return typeof value === 'string' && value !== '' ? unescapeXml(value) : undefined;
};

/** A child element; undefined if it is absent, empty or repeated. */
export const childOf = (node: XmlNode, name: string): XmlNode | undefined => {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return isNode(value) ? value : undefined;
};

/** All child elements of a name that have children themselves. */
export const childrenOf = (node: XmlNode, name: string): XmlNode[] => {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isNode);
};

/**
 * Reads a document with the given root element. Document types and entities are refused before anything is parsed, so that
 * nothing is ever expanded or fetched. Throws IndexRefused.
 */
export const readXml = (bytes: Uint8Array, root: string): XmlNode => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new IndexRefused('the metadata is not UTF-8', true);
  }
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new IndexRefused('the metadata has a document type declaration');
  let document: unknown;
  try {
    document = XMLValidator.validate(text) === true ? parser.parse(text) : undefined;
  } catch {
    document = undefined;
  }
  if (document === undefined) throw new IndexRefused('the metadata is not well-formed XML', true);
  if (!isNode(document) || !Object.hasOwn(document, root))
    throw new IndexRefused(`the metadata has no <${root}>`);
  const node = document[root];
  if (isNode(node)) return node;
  if (node === '') return {};
  throw new IndexRefused(`the metadata has no <${root}>`);
};
