import { Injectable } from '@nestjs/common';
import { FairTurns } from './fair-turns.js';

/**
 * Long uploads of indexes are read here, which takes this process alone: two at a time, one of a company. Between two
 * steps of all that are read at once nobody else is served.
 */
@Injectable()
export class ReadingTurns extends FairTurns {
  constructor() {
    super({ total: 2, each: [1, 1] });
  }
}
