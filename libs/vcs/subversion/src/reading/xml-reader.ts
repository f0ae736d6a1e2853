import { ownText } from '@holdfast/kernel';

/** Who hears what is in a document; names without the part before their colon. */
export interface XmlHearer {
  opened(name: string, attributes: string): void;
  /** `text`: what stood in it beside other elements, the last part of it; it may be kept. */
  closed(name: string, text: string): void;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** A text of which an element consists is no longer than that (characters); what is beyond is left out. */
const longestText = 1 << 20;

/** Takes a document apart as it comes. Only for documents of Subversion's own: nothing of it is checked. */
export class XmlReader {
  /** A tag that goes on in the next piece. */
  private rest = '';
  private text = '';

  constructor(private readonly hearer: XmlHearer) {}

  read(piece: string): void {
    const all = this.rest + piece;
    let from = this.rest.length;
    this.rest = '';
    let at = 0;
    for (let open = all.indexOf('<'); open >= 0; open = all.indexOf('<', at)) {
      this.add(all.slice(at, open));
      const close = all.indexOf('>', Math.max(open, from));
      if (close < 0) {
        this.rest = all.slice(open);
        return;
      }
      this.element(all.slice(open + 1, close));
      at = close + 1;
      from = at;
    }
    // Nothing is looked at twice: a text may have many megabytes.
    this.add(all.slice(at));
  }

  private add(text: string): void {
    if (this.text.length < longestText) this.text += text;
  }

  private element(inside: string): void {
    if (inside.startsWith('?') || inside.startsWith('!')) return;
    const [, slash, name, attributes] = /^(\/?)(?:[^\s:/]+:)?([^\s:/]+)([^]*?)\/?$/.exec(inside) ?? [];
    if (name === undefined) return;
    if (slash) {
      this.hearer.closed(name, ownText(decoded(this.text)));
      this.text = '';
      return;
    }
    this.text = '';
    this.hearer.opened(name, attributes);
    if (inside.endsWith('/')) this.hearer.closed(name, '');
  }
}

/** The value of an attribute. */
export const attributeOf = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*"([^"]*)"`).exec(attributes)?.[1];
  return found === undefined ? undefined : decoded(found);
};

export const decoded = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (all, decimal, hex, name: string | undefined) =>
        name === undefined ? String.fromCodePoint(Number(decimal ?? `0x${hex}`)) : (entities[name] ?? all),
      )
    : text;

export const encoded = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
