import 'reflect-metadata';
import { allDomainEvents, artifactFeed, carriesCaller } from '@holdfast/contracts';
import { log, setLogLevel } from '@holdfast/platform/observability';
import { HealthPort } from '@holdfast/platform/health';
import { endAtOnce } from '@holdfast/platform/process';
import { Rpc } from '@holdfast/platform/rpc';
import { startService } from '@holdfast/platform/service-host';
import { startTracing } from '@holdfast/platform/tracing';
import { readArtifactEnv } from './artifact.env.js';
import { artifactModule } from './artifact.module.js';

endAtOnce();
try {
  const env = readArtifactEnv();
  setLogLevel(env.logLevel);
  const health = await HealthPort.open(env.health);
  const tracing = await startTracing({ endpoint: env.otlp, service: 'artifact' });
  const rpc = await Rpc.connect(env.natsUrl, 'artifact', env.credentials, env.brokerTls);
  await startService({
    service: 'artifact',
    module: artifactModule(env, rpc),
    rpc,
    feed: artifactFeed,
    events: allDomainEvents,
    eventCopies: env.eventCopies,
    carriesCaller,
    health,
    transfers: env.drain,
    onClose: () => tracing.close(),
  });
} catch (error) {
  log.fatal({ err: error }, 'artifact cannot start');
  process.exit(1);
}
