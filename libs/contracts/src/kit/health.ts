import type { ServiceName } from './object-contract.js';

/** The gateway asks every service how it is. */
export const healthSubject = (service: ServiceName): `${ServiceName}.health.check.v1` =>
  `${service}.health.check.v1`;
