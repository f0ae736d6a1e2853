import { Registry } from 'prom-client';

/** What this process counts, in the form in which Prometheus reads it. */
export const metrics = new Registry();
