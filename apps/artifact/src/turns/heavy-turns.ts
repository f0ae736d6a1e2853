import { fairPlaces } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { FairTurns } from './fair-turns.js';

/** What takes memory and time by the number of files: four at a time, one of an account and of a repository. */
@Injectable()
export class HeavyTurns extends FairTurns {
  constructor() {
    super(fairPlaces(4, 1));
  }
}
