import { BodyFailure } from '@holdfast/vcs-spi/engine';
import type { RaListener, RaPlace } from '../door/ra-flow.js';
import { noDifferences, UnpackedSizes } from '../transfer/unpacked-sizes.js';
import { namesIn, SaidFiles } from './said-files.js';

/** A client's name of an open file is a letter and a number (bytes). */
const longestToken = 256;
/** Clients send the differences of one file after the other. */
const mostAtOnce = 10_000;

const chunk = 'textdelta-chunk';
const ofDifferences = new Set(['apply-textdelta', chunk, 'textdelta-end']);
const ofFiles = new Set([
  ...['open-root', 'add-dir', 'open-dir', 'close-dir'],
  ...['add-file', 'open-file', 'close-file'],
]);

/**
 * Looks at what a client says of a commit, before its program has it:
 *
 *   ( add-file ( path parent token … ) ) ( apply-textdelta ( token … ) ) ( textdelta-chunk ( token svndiff ) ) …
 *
 * @throws BodyFailure `broken`, `too_large`
 */
export class SaidDeltas implements RaListener {
  private readonly differences = new Map<string, UnpackedSizes>();
  private readonly files = new SaidFiles();
  private command = '';
  private names = new Map<number, string>();

  word(word: string, { depth, index }: RaPlace): void {
    if (depth !== 1) return;
    if (index === 0) {
      this.command = word;
      this.names = new Map();
    } else if (index === 1) {
      this.files.command(this.command, this.names);
      if (ofDifferences.has(this.command) && this.command !== chunk)
        this.differences.delete(this.names.get(0) ?? '');
    }
  }

  bytes(piece: Buffer, { depth, list, index }: RaPlace): void {
    if (depth === 1 && index === 0) this.command = '';
    if (depth !== 2 || list !== 1) return;
    const isOfDifferences = ofDifferences.has(this.command);
    if (isOfDifferences ? index === 0 : ofFiles.has(this.command) && namesIn(this.command).includes(index))
      this.named(piece, index);
    else if (this.command === chunk && index === 1 && !this.of(this.names.get(0) ?? '').read(piece))
      throw new BodyFailure('broken', 400, noDifferences);
  }

  private named(piece: Buffer, index: number): void {
    const name = (this.names.get(index) ?? '') + piece.toString('latin1');
    if (name.length > longestToken)
      throw new BodyFailure('too_large', 413, 'the name of an open file is too long');
    this.names.set(index, name);
  }

  private of(token: string): UnpackedSizes {
    const known = this.differences.get(token) ?? new UnpackedSizes();
    this.differences.set(token, known);
    if (this.differences.size > mostAtOnce)
      throw new BodyFailure('too_large', 413, 'too many files are sent at once');
    return known;
  }
}
