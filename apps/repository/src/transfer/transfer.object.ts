import type { ServiceObject } from '@holdfast/platform/service-host';
import { FileTickets } from './file-tickets.js';
import { PushDecisions } from './push-decisions.js';
import { TransferStandings } from './transfer-standings.js';
import { TransferService } from './transfer.service.js';
import { WriterStandings } from './writer-standings.js';

export const transfer = {
  services: [TransferService],
  parts: [FileTickets, PushDecisions, TransferStandings, WriterStandings],
} satisfies ServiceObject;
