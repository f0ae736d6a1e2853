import { metrics } from '@holdfast/platform/observability';
import { Counter, Gauge } from 'prom-client';

const registers = [metrics];

export const verifications = new Counter({
  name: 'holdfast_repository_verifications_total',
  help: 'Repositories that this process has looked through, by outcome: whole, damaged, failed.',
  labelNames: ['outcome'],
  registers,
});

export const damagedRepositories = new Gauge({
  name: 'holdfast_repositories_damaged',
  help: 'Repositories that were found damaged when they were looked through last.',
  registers,
});
