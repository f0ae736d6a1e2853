import { BodyFailure } from '@holdfast/vcs-spi/engine';
import type { RaListener, RaPlace } from '../door/ra-flow.js';
import { noDifferences, UnpackedSizes } from '../transfer/unpacked-sizes.js';

/** A client's name of an open file is a letter and a number (bytes). */
const longestToken = 256;
/** Clients send one file after the other. */
const mostOpen = 10_000;

/**
 * Looks at the differences in what a client says, before its program has them:
 *
 *   ( apply-textdelta ( token … ) ) ( textdelta-chunk ( token svndiff ) ) … ( textdelta-end ( token ) )
 *
 * @throws BodyFailure `broken`, `too_large`
 */
export class SaidDeltas implements RaListener {
  private readonly open = new Map<string, UnpackedSizes>();
  private command = '';
  private token = '';

  word(word: string, { depth, index }: RaPlace): void {
    if (depth !== 1 || index !== 0) return;
    this.command = word;
    this.token = '';
  }

  bytes(piece: Buffer, { depth, list, index }: RaPlace, isLast: boolean): void {
    if (depth !== 2 || list !== 1 || !about.has(this.command)) return;
    if (index === 0) this.named(piece, isLast);
    else if (index === 1 && this.command === chunk && !this.of(this.token).read(piece))
      throw new BodyFailure('broken', 400, noDifferences);
  }

  private named(piece: Buffer, isLast: boolean): void {
    this.token += piece.toString('latin1');
    if (this.token.length > longestToken)
      throw new BodyFailure('too_large', 413, 'the name of an open file is too long');
    if (isLast && this.command !== chunk) this.open.delete(this.token);
  }

  private of(token: string): UnpackedSizes {
    const known = this.open.get(token) ?? new UnpackedSizes();
    this.open.set(token, known);
    if (this.open.size > mostOpen) throw new BodyFailure('too_large', 413, 'too many files are sent at once');
    return known;
  }
}

const chunk = 'textdelta-chunk';
const about = new Set(['apply-textdelta', chunk, 'textdelta-end']);
