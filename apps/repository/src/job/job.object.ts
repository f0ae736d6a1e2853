import type { ServiceObject } from '@holdfast/platform/service-host';
import { JobBell } from './job-bell.js';
import { JobRow } from './job.entity.js';
import { JobKinds } from './job-kinds.js';
import { JobRunner } from './job-runner.js';
import { JobService } from './job.service.js';
import { JobStore } from './job.store.js';
import { Jobs } from './jobs.js';

export const job = {
  rows: [JobRow],
  services: [JobService],
  parts: [JobBell, JobKinds, JobRunner, Jobs, JobStore],
} satisfies ServiceObject;
