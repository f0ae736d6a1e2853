import 'reflect-metadata';
import { allDomainEvents, repositoryFeed, carriesCaller } from '@holdfast/contracts';
import { log, setLogLevel } from '@holdfast/platform/observability';
import { HealthPort } from '@holdfast/platform/health';
import { endAtOnce } from '@holdfast/platform/process';
import { Rpc } from '@holdfast/platform/rpc';
import { startService } from '@holdfast/platform/service-host';
import { startTracing } from '@holdfast/platform/tracing';
import { mustBeAlone } from './storage-node/node-alone.js';
import { readRepositoryEnv } from './repository.env.js';
import { nodeEntry } from './write-gate/node-entry.js';
import { WriteGate } from './write-gate/write-gate.js';
import { repositoryModule } from './repository.module.js';

endAtOnce();
try {
  const env = readRepositoryEnv();
  setLogLevel(env.logLevel);
  const health = await HealthPort.open(env.health);
  const tracing = await startTracing({ endpoint: env.otlp, service: 'repository' });
  const rpc = await Rpc.connect(env.natsUrl, 'repository', env.credentials, env.brokerTls);
  await mustBeAlone(rpc, env.node);
  rpc.hears(repositoryFeed);
  await startService({
    service: 'repository',
    module: repositoryModule(env, rpc),
    rpc,
    feed: repositoryFeed,
    events: allDomainEvents,
    eventCopies: env.eventCopies,
    carriesCaller,
    health,
    transfers: env.drain,
    onClose: () => tracing.close(),
    node: env.node,
    door: (app) => nodeEntry(app.get(WriteGate)),
  });
} catch (error) {
  log.fatal({ err: error }, 'repository cannot start');
  process.exit(1);
}
