import 'reflect-metadata';
import { allDomainEvents, identityFeed, carriesCaller } from '@holdfast/contracts';
import { log, setLogLevel } from '@holdfast/platform/observability';
import { Rpc } from '@holdfast/platform/rpc';
import { startService } from '@holdfast/platform/service-host';
import { readIdentityEnv } from './identity.env.js';
import { identityModule } from './identity.module.js';

try {
  const env = readIdentityEnv();
  setLogLevel(env.logLevel);
  const rpc = await Rpc.connect(env.natsUrl, 'identity', env.credentials);
  await startService({
    service: 'identity',
    module: identityModule(env, rpc),
    rpc,
    feed: identityFeed,
    events: allDomainEvents,
    carriesCaller,
  });
} catch (error) {
  log.fatal({ err: error }, 'identity cannot start');
  process.exit(1);
}
