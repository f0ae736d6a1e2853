import { fairPlaces } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { FairTurns } from './fair-turns.js';

/** Deploys by digest wait here for their paths: who waits for a removal of minutes keeps nobody from reading. */
@Injectable()
export class DigestTurns extends FairTurns {
  constructor() {
    super(fairPlaces(8));
  }
}
