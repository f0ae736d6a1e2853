import { BodyRefusal, MalformedBody } from './body-refusal.js';
import { Bytes, JsonText } from './json-text.js';

/** Which strings of a body are taken out of it: those of `text` in the objects of a list `list`. */
export interface TextPlace {
  list: string;
  text: string;
}

/** What a piece of a body was taken apart into. */
export interface ScannedPiece {
  /** The body, in which each text that was taken out is a string with its place: `<first byte>:<bytes>`. */
  rest: Buffer;
  /** The texts, one after the other. */
  texts: Buffer;
}

/**
 * Most of what is left of a body without its texts: bytes, and values with their names. Whoever reads that takes some
 * 60 bytes of memory for each byte of the worst.
 */
const mostRest = 4 << 20;
const mostValues = 200_000;
/** Names in one object: more take long to make an object of. The API says the same of small bodies. */
const mostNames = 16_384;
/** Deeper nesting is nobody's data; the API says the same of small bodies. */
const mostDepth = 201;
/** No name that is looked for is longer, however it is written. */
const longestName = 100;

const [quote, backslash, comma, colon] = [...'"\\,:'].map((sign) => sign.charCodeAt(0));
const [openBrace, closeBrace, openBracket, closeBracket] = [...'{}[]'].map((sign) => sign.charCodeAt(0));

/** An array, or an object of which `name` was read last. */
interface Level {
  readonly isArray: boolean;
  name: string | undefined;
  /** How many it has had. */
  names: number;
  /** The next string is a name. */
  isNameNext: boolean;
}

/**
 * Takes the long texts out of a JSON body while it comes. All else passes as it is, and is as malformed as it was: who
 * parses the rest finds that. The texts are those of the place, however deep it lies.
 */
export class BodyScan {
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true });
  private readonly levels: Level[] = [];
  private values = 0;
  private restSize = 0;
  private textsSize = 0;
  /** A text that is being taken out, and where it began. */
  private text: { text: JsonText; at: number } | undefined;
  /** Inside a string that stays. */
  private isInString = false;
  private isEscaped = false;
  /** What has come of a name. */
  private name: string | undefined;

  constructor(private readonly place: TextPlace) {}

  /** @throws BodyRefusal */
  take(piece: Buffer): ScannedPiece {
    this.mustBeUtf8(piece);
    const rest: Buffer[] = [];
    // A letter that began in the piece before may be longer than what has come of it here.
    const texts = new Bytes(piece.length + 8);
    let at = 0;
    let from = 0;
    while (at < piece.length) {
      if (this.text) {
        at = this.text.text.take(piece, at, texts);
        if (at < piece.length) rest.push(this.placeOf(this.text, texts));
        at += 1;
        from = at;
      } else if (this.isInString) at = this.stringGoesOn(piece, at);
      else {
        if (piece[at] === quote && this.isTextNext()) {
          rest.push(piece.subarray(from, at));
          this.text = { text: new JsonText(), at: this.textsSize + texts.length };
        } else this.structure(piece[at]);
        at += 1;
      }
    }
    if (!this.text) rest.push(piece.subarray(from));
    this.textsSize += texts.length;
    return { rest: this.counted(Buffer.concat(rest)), texts: texts.whole };
  }

  /** @throws BodyRefusal where more would have to come */
  end(): void {
    this.mustBeUtf8();
    if (this.text || this.isInString || this.levels.length > 0) throw new MalformedBody();
  }

  private mustBeUtf8(piece?: Buffer): void {
    try {
      this.utf8.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new MalformedBody();
    }
  }

  private counted(rest: Buffer): Buffer {
    this.restSize += rest.length;
    if (this.restSize > mostRest || this.values > mostValues)
      throw new BodyRefusal(413, 'too much besides texts');
    return rest;
  }

  /** What stands in the place of a text, which ends here. One that nobody stores is one that nobody stores. */
  private placeOf({ text, at }: { text: JsonText; at: number }, texts: Bytes): Buffer {
    this.text = undefined;
    return Buffer.from(
      text.isIllFormed ? '"\\u0000"' : `"${at}:${this.textsSize + texts.length - at}"`,
      'latin1',
    );
  }

  private isTextNext(): boolean {
    const { levels, place } = this;
    const [list, array, object] = levels.slice(-3);
    return (
      object !== undefined &&
      !object.isArray &&
      !object.isNameNext &&
      object.name === place.text &&
      array.isArray &&
      list.name === place.list
    );
  }

  private structure(code: number): void {
    const level = this.levels.at(-1);
    switch (code) {
      case quote:
        this.isInString = true;
        if (level?.isNameNext) this.name = '';
        return;
      case openBrace:
      case openBracket:
        if (this.levels.length === mostDepth) throw new MalformedBody();
        this.values += 1;
        this.levels.push({
          isArray: code === openBracket,
          name: undefined,
          names: 0,
          isNameNext: code === openBrace,
        });
        return;
      case closeBrace:
      case closeBracket:
        this.levels.pop();
        return;
      case comma:
        this.values += 1;
        if (level) level.isNameNext = !level.isArray;
        return;
      case colon:
        if (!level) return;
        level.isNameNext = false;
        level.names += 1;
        if (level.names > mostNames) throw new BodyRefusal(413, 'an object has too many names');
    }
  }

  /** Answers where something else begins, or the end of the piece. */
  private stringGoesOn(piece: Buffer, from: number): number {
    let at = from;
    for (; at < piece.length; at += 1) {
      const code = piece[at];
      if (this.isEscaped) this.isEscaped = false;
      else if (code === backslash) this.isEscaped = true;
      else if (code === quote) {
        this.isInString = false;
        break;
      }
    }
    if (this.name !== undefined && this.name.length <= longestName)
      this.name += piece.toString('latin1', from, Math.min(at, from + longestName + 1));
    if (!this.isInString) this.stringEnds();
    return at + 1;
  }

  private stringEnds(): void {
    const level = this.levels.at(-1);
    if (level && this.name !== undefined) level.name = nameOf(this.name);
    this.name = undefined;
  }
}

/** A name as it is meant; undefined: none that is looked for. */
const nameOf = (written: string): string | undefined => {
  if (written.length > longestName) return undefined;
  if (!written.includes('\\')) return written;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return undefined;
  }
};
