import type { ServiceObject } from '@holdfast/platform/service-host';
import { ArrivalsService } from './arrivals.service.js';
import { DrainRounds } from './drain-rounds.js';
import { MoveJobs } from './move-jobs.js';
import { MoveLock } from './move-lock.js';
import { MoveService } from './move.service.js';
import { OldCopies } from './old-copies.js';
import { RepositoryMover } from './repository-mover.js';

export const move = {
  services: [ArrivalsService, MoveService],
  parts: [DrainRounds, MoveJobs, MoveLock, OldCopies, RepositoryMover],
} satisfies ServiceObject;
