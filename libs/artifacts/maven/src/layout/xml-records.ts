import { IndexRefused } from '@holdfast/artifact-spi';
import { scanXml, type XmlContent } from './xml-scanner.js';

/** The texts of an element's children, by their names. Absent: those that are empty, too long or repeated. */
export type XmlRecord = ReadonlyMap<string, string>;

/** What is wanted of the elements at a path. */
export interface WantedRecords {
  readonly fields: readonly string[];
  readonly take: (record: XmlRecord) => void;
}

/** Characters of a text as it stands in the document; what is longer is nothing that anybody wants. */
const longestText = 2_000;

const entity = /&(lt|gt|amp|quot|apos);/g;
const namedEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** The five entities of XML itself are resolved, and no others. */
const unescaped = (text: string): string =>
  text.includes('&') ? text.replace(entity, (_, name: string) => namedEntities[name]) : text;

/** An element that is wanted, while it is open. */
interface OpenRecord extends WantedRecords {
  readonly depth: number;
  readonly texts: Map<string, string>;
}

/** Hands over the elements at some paths, and drops everything else as it comes. */
class Records implements XmlContent {
  /** Of the open elements: the path below the root, undefined where nothing wanted can be. */
  private readonly open: (string | undefined)[] = [];
  private record: OpenRecord | undefined;
  /** The open child of the record; without a text where it is none. */
  private field: { name: string; text: string | undefined } | undefined;
  private readonly leading: ReadonlySet<string>;

  constructor(
    private readonly root: string,
    private readonly wanted: ReadonlyMap<string, WantedRecords>,
  ) {
    this.leading = new Set([...wanted.keys()].flatMap(prefixesOf));
  }

  opened(name: string): void {
    const { open, record } = this;
    if (open.length === 0 && name !== this.root) throw new IndexRefused(`the metadata has no <${this.root}>`);
    if (!record) return this.enter(name);
    if (this.field) this.field.text = undefined;
    else this.field = { name, text: record.fields.includes(name) ? '' : undefined };
    open.push(undefined);
  }

  text(part: string, escaped: boolean): void {
    const { field } = this;
    if (field?.text === undefined) return;
    const fits = field.text.length + part.length <= longestText;
    field.text = fits ? field.text + (escaped ? unescaped(part) : part) : undefined;
  }

  closed(): void {
    const { record, field, open } = this;
    const depth = open.length - (record?.depth ?? Infinity);
    if (record && depth === 0) {
      for (const [name, text] of record.texts) if (text === '') record.texts.delete(name);
      if (record.texts.size > 0) record.take(record.texts);
      this.record = undefined;
    } else if (record && field && depth === 1) {
      const { name, text = '' } = field;
      if (record.fields.includes(name)) record.texts.set(name, record.texts.has(name) ? '' : text.trim());
      this.field = undefined;
    }
    open.pop();
  }

  private enter(name: string): void {
    const { open } = this;
    const above = open.at(-1);
    const path = open.length === 0 ? '' : above === undefined ? undefined : `${above}/${name}`;
    open.push(path !== undefined && this.leading.has(path) ? path : undefined);
    const wanted = path && this.wanted.get(path);
    if (wanted) this.record = { ...wanted, depth: open.length, texts: new Map() };
  }
}

/** `/a/b`: the root, `/a` and itself. */
const prefixesOf = (path: string): string[] =>
  path.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'));

/**
 * Hands over the records of a document as they come, step by step; `wanted`: by their paths below the root, `/a/b`. One
 * pass, without a tree of the rest.
 * @throws IndexRefused where it is not well-formed or has another root
 */
export const readRecords = (
  bytes: Uint8Array,
  root: string,
  wanted: ReadonlyMap<string, WantedRecords>,
): Generator<void, void> => scanXml(bytes, new Records(root, wanted));
