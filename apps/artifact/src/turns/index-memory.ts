import { fairPlaces } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { FairTurns } from './fair-turns.js';

/** Bytes of uploads of indexes that are in memory at a time: each is there whole, and read it takes some times that. */
const most = 32 << 20;

/**
 * Memory for uploads of indexes, of which each holds as many places as it has bytes, from before they come. One that
 * comes slowly ends where others wait: else a few clients that send next to nothing would have all of it.
 */
@Injectable()
export class IndexMemory extends FairTurns {
  constructor() {
    super(fairPlaces(most), 'too many large indexes are uploaded at the same time');
  }
}
