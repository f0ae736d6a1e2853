import { Injectable } from '@nestjs/common';
import { connections } from '../database/connections.js';
import { FairTurns } from './fair-turns.js';

/**
 * Decisions wait here and not for connections of the database, where everybody would wait behind who asks most. Each
 * may have a connection for as long as the database lets it, so a company has fewer than there are connections.
 */
@Injectable()
export class DecisionTurns extends FairTurns {
  constructor() {
    super({ total: 2 * connections, each: [connections - 1, connections / 2] });
  }
}
