import { IndexRefused } from '@holdfast/artifact-spi';

/** What a document consists of, in its order. Names are without their prefixes. */
export interface XmlContent {
  opened(name: string): void;
  /**
   * A part of the text of the element that was opened last, as it stands in the document; others may follow. `escaped`:
   * there may be entities in it.
   */
  text(part: string, escaped: boolean): void;
  closed(): void;
}

/** So many tags and texts are read in one step, which takes some milliseconds at most. */
const ofStep = 4_000;
const deepest = 64;
const mostAttributes = 1_000;

const tagName = /[^\s<>/=&"'!?]+/y;
const attribute = /\s+[^\s<>/=&"']+\s*=\s*(?:"[^"<]*"|'[^'<]*')/y;
const tagEnd = /\s*(\/?)>/y;

/** What XML knows as no character. */
const noCharacter = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]/u;

const broken = (): IndexRefused => new IndexRefused('the metadata is not well-formed XML', true);

/** One pass over a document that has no document type, from tag to tag. */
class Scan {
  private at = 0;
  private roots = 0;
  private readonly open: string[] = [];

  constructor(
    private readonly document: string,
    private readonly content: XmlContent,
  ) {}

  *steps(): Generator<void, void> {
    for (let tags = 1; ; tags += 1) {
      const next = this.document.indexOf('<', this.at);
      this.say(this.document.slice(this.at, next < 0 ? undefined : next), true);
      if (next < 0) break;
      this.at = next + 1;
      this.markup();
      if (tags % ofStep === 0) yield;
    }
    if (this.open.length > 0 || this.roots !== 1) throw broken();
  }

  private markup(): void {
    const { document, at } = this;
    if (document.startsWith('/', at)) return this.close();
    if (document.startsWith('?', at)) return void this.upTo('?>', at + 1);
    if (document.startsWith('!--', at)) return void this.upTo('-->', at + 3);
    if (!document.startsWith('![CDATA[', at)) return this.start();
    if (this.open.length === 0) throw broken();
    this.say(this.upTo(']]>', at + 8), false);
  }

  private start(): void {
    const name = this.matched(tagName)?.[0];
    if (name === undefined || (this.open.length === 0 && this.roots > 0)) throw broken();
    for (let attributes = 0; this.matched(attribute); attributes += 1)
      if (attributes === mostAttributes) throw new IndexRefused('the metadata has too many attributes');
    const end = this.matched(tagEnd);
    if (!end) throw broken();
    if (this.open.length === 0) this.roots += 1;
    if (this.open.length === deepest) throw new IndexRefused('the metadata is nested too deeply');
    this.content.opened(name.slice(name.lastIndexOf(':') + 1));
    if (end[1] === '/') this.content.closed();
    else this.open.push(name);
  }

  private close(): void {
    if (this.upTo('>', this.at + 1).trimEnd() !== this.open.pop()) throw broken();
    this.content.closed();
  }

  /** Outside of the root there is no text. */
  private say(text: string, escaped: boolean): void {
    if (text === '') return;
    if (this.open.length > 0) this.content.text(text, escaped);
    else if (text.trim() !== '') throw broken();
  }

  private matched(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.at;
    const found = form.exec(this.document);
    if (found) this.at = form.lastIndex;
    return found;
  }

  private upTo(end: string, from: number): string {
    const found = this.document.indexOf(end, from);
    if (found < 0) throw broken();
    this.at = found + end.length;
    return this.document.slice(from, found);
  }
}

/**
 * Tells what a document consists of, step by step. Document types and entities are refused before anything is read, so
 * that nothing is ever expanded or fetched. The time grows with the length and with nothing else.
 * @throws IndexRefused
 */
export function* scanXml(bytes: Uint8Array, content: XmlContent): Generator<void, void> {
  let document: string;
  try {
    document = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new IndexRefused('the metadata is not UTF-8', true);
  }
  // No database takes some of them, and a document with one is none.
  if (noCharacter.test(document)) throw broken();
  if (/<!(DOCTYPE|ENTITY)/i.test(document))
    throw new IndexRefused('the metadata has a document type declaration');
  yield* new Scan(document, content).steps();
}
