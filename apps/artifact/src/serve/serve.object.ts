import type { ServiceObject } from '@holdfast/platform/service-host';
import { IndexService } from './index.service.js';
import { ServeService } from './serve.service.js';

export const serve = {
  parts: [IndexService, ServeService],
} satisfies ServiceObject;
