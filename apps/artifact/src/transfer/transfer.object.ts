import type { ServiceObject } from '@holdfast/platform/service-host';
import { BytePort } from './byte-port.js';
import { Tickets } from './tickets.js';

export const transfer = {
  parts: [BytePort, Tickets],
} satisfies ServiceObject;
