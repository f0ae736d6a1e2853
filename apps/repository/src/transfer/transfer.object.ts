import type { ServiceObject } from '@holdfast/platform/service-host';
import { ChangeRooms } from './change-rooms.js';
import { FileTickets } from './file-tickets.js';
import { PushDecisions } from './push-decisions.js';
import { PushRooms } from './push-rooms.js';
import { TransferStandings } from './transfer-standings.js';
import { TransferService } from './transfer.service.js';
import { WriterStandings } from './writer-standings.js';

export const transfer = {
  services: [TransferService],
  parts: [ChangeRooms, FileTickets, PushDecisions, PushRooms, TransferStandings, WriterStandings],
} satisfies ServiceObject;
