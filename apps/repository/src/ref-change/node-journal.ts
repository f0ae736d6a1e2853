import { Injectable } from '@nestjs/common';
import { Placement } from '../placement/placement.js';
import { IntentJournal } from './intent-journal.js';

/** The journal of this storage node. */
@Injectable()
export class NodeJournal extends IntentJournal {
  constructor({ intents }: Placement) {
    super(intents);
  }
}
