import type { ServiceObject } from '@holdfast/platform/service-host';
import { FileService } from './file.service.js';

export const door = {
  services: [FileService],
} satisfies ServiceObject;
