import type { CallSubject } from './internal-call.js';
import type { ServiceName } from './object-contract.js';

/** How a service is. It is not ready while one of its `parts` is down. */
export interface HealthReport {
  service: string;
  up: boolean;
  /** True for each part that is up, by its name. */
  parts: Record<string, boolean>;
  /** Parts that are not there, without which all else works. */
  missing?: string[];
  /** What the operator should know of parts that are up, by their names. Not public, because it names versions. */
  notes?: Record<string, string>;
}

/** The gateway asks every service how it is. */
export const healthCall = (service: ServiceName): CallSubject<object, HealthReport> =>
  `${service}.health.check.v1`;
