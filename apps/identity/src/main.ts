import 'reflect-metadata';
import { allDomainEvents, identityFeed, carriesCaller } from '@holdfast/contracts';
import { log, setLogLevel } from '@holdfast/platform/observability';
import { HealthPort } from '@holdfast/platform/health';
import { endAtOnce } from '@holdfast/platform/process';
import { Rpc } from '@holdfast/platform/rpc';
import { startService } from '@holdfast/platform/service-host';
import { startTracing } from '@holdfast/platform/tracing';
import { readIdentityEnv } from './identity.env.js';
import { identityModule } from './identity.module.js';

endAtOnce();
try {
  const env = readIdentityEnv();
  setLogLevel(env.logLevel);
  const health = await HealthPort.open(env.health);
  const tracing = await startTracing({ endpoint: env.otlp, service: 'identity' });
  const rpc = await Rpc.connect(env.natsUrl, 'identity', env.credentials, env.brokerTls);
  await startService({
    service: 'identity',
    module: identityModule(env, rpc),
    rpc,
    feed: identityFeed,
    events: allDomainEvents,
    eventCopies: env.eventCopies,
    carriesCaller,
    health,
    transfers: env.drain,
    onClose: () => tracing.close(),
  });
} catch (error) {
  log.fatal({ err: error }, 'identity cannot start');
  process.exit(1);
}
