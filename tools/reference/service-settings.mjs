/**
 * The settings that every service has, for the table of settings: the broker, and how a process is started and ended.
 * @type {Record<string, [reader: string, fallback: string, meaning: string]>}
 */
export const serviceSettings = {
  NATS_URL: [
    'tools, services',
    'the embedded NATS',
    'The broker, `nats://host:4222`, or `tls://` where nothing may be said without TLS; those of a cluster with commas between.',
  ],
  HOLDFAST_NATS_TLS_CA: [
    'services, operator',
    'the system’s authorities',
    'PEM file of the authority of the broker’s certificate; with it nothing is said without TLS. Read again for each connection.',
  ],
  HOLDFAST_NATS_TLS_CERT: ['services, operator', '', 'PEM file of the certificate that the broker is shown.'],
  HOLDFAST_NATS_TLS_KEY: ['services, operator', '', 'PEM file of its private key.'],
  HOLDFAST_NATS_COPIES: [
    'identity, repository, artifact',
    '`1`',
    'How many servers of the broker keep the events, 1 to 5; it has to be a cluster of so many.',
  ],
  HOLDFAST_HEALTH_LISTEN: [
    'services',
    'loopback, a free port',
    'Address and port on which a process alone says how it is: `GET /health/live`, `GET /health/ready`, `GET /metrics`.',
  ],
  HOLDFAST_DRAIN_SECONDS: [
    'services',
    '`5`; repository and identity `2`',
    'Seconds that transfers under way have after `SIGTERM`; then they are broken off, and the process ends.',
  ],
  HOLDFAST_OTLP_ENDPOINT: [
    'services',
    'none: nothing is recorded',
    'The collector of traces, `http://host:4318` or `https://…`; OTLP goes to `/v1/traces` there, as JSON.',
  ],
  HOLDFAST_OTLP_RATIO: [
    'gateway',
    '`0.01`',
    'The part of all requests of which traces are recorded, from 0 to 1, where there is a collector.',
  ],
};
