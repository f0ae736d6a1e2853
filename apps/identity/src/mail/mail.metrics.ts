import { metrics } from '@holdfast/platform/observability';
import { Counter } from 'prom-client';

const outcomes = ['sent', 'failed', 'dropped'] as const;

/** Of what is sent only the mail server knows whether it arrives. */
export const mails = new Counter({
  name: 'holdfast_mails_total',
  help: 'Mails that were to be sent, by what became of them.',
  labelNames: ['outcome'],
  registers: [metrics],
});

// One that has never been counted would be unknown, not 0.
for (const outcome of outcomes) mails.inc({ outcome }, 0);
