import type { ServiceObject } from '@holdfast/platform/service-host';
import { PushDecisions } from './push-decision.js';
import { PushRooms } from './push-rooms.js';
import { TransferStandings } from './transfer-standings.js';
import { TransferService } from './transfer.service.js';

export const transfer = {
  services: [TransferService],
  parts: [PushDecisions, PushRooms, TransferStandings],
} satisfies ServiceObject;
