import { fairPlaces } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { FairTurns } from './fair-turns.js';

/** Decisions wait here and not for connections of the database, where everybody would wait behind who asks most. */
@Injectable()
export class DecisionTurns extends FairTurns {
  constructor() {
    super(fairPlaces(32));
  }
}
