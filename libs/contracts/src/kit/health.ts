import type { CallSubject } from './internal-call.js';
import type { ServiceName } from './object-contract.js';

/** What one service says of itself; `parts` that are down make it unready. */
export interface HealthReport {
  service: string;
  up: boolean;
  /** By name, true when up. */
  parts: Record<string, boolean>;
  /** What the operator should know of parts that are up, by name. Not for everybody: it names versions. */
  notes?: Record<string, string>;
}

/** The gateway asks every service how it is. */
export const healthCall = (service: ServiceName): CallSubject<object, HealthReport> =>
  `${service}.health.check.v1`;
