import type { ServiceObject } from '@holdfast/platform/service-host';
import { FillingService } from './filling.service.js';
import { ImportService } from './import.service.js';
import { IncomingPublisher } from './incoming-publisher.js';
import { MirrorSchedule } from './mirror-schedule.js';
import { RemoteWorks } from './remote-works.js';

export const remoteWork = {
  services: [FillingService, ImportService],
  parts: [IncomingPublisher, MirrorSchedule, RemoteWorks],
} satisfies ServiceObject;
