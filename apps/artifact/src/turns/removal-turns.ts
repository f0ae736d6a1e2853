import { fairPlaces } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { FairTurns } from './fair-turns.js';

/** Removals wait here: one may take minutes, and who waits for his own keeps nobody from reading. */
@Injectable()
export class RemovalTurns extends FairTurns {
  constructor() {
    super(fairPlaces(8));
  }
}
