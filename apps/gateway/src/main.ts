import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BytePeers, ByteTls, TlsFiles } from '@holdfast/platform/byte-ports';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import { log, nestLogger, setLogLevel } from '@holdfast/platform/observability';
import { HealthPort } from '@holdfast/platform/health';
import { Rpc } from '@holdfast/platform/rpc';
import { answerSupervisor, endAtOnce, endWith, logFaults } from '@holdfast/platform/process';
import { startTracing } from '@holdfast/platform/tracing';
import { Admission } from './bytes/admission.js';
import { readableBlobs } from './bytes/artifact/readable-blobs.js';
import { writableStore } from './bytes/artifact/writable-store.js';
import { ByteDoor } from './bytes/byte-door.js';
import { OpenReads } from './bytes/open-reads.js';
import { TransferSlots } from './bytes/slots/transfer-slots.js';
import { connectOnlyTo } from './bytes/upstream/upstream.js';
import { isApiRequest, registerApi } from './dispatch/api.routes.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { readGatewayEnv } from './gateway.env.js';
import { watchDoors } from './gateway.metrics.js';
import { GatewayModule } from './gateway.module.js';
import { brokerHealth } from './health/broker-health.js';
import { closeDoor } from './http/close-door.js';
import { ConnectionLimit } from './http/connection-limit.js';
import { httpDoor } from './http/http-door.js';
import { mostUnaccepted } from './http/taken-connections.js';
import { Documents } from './openapi/documents.js';
import { RateLimits } from './rates/rate-limits.js';
import { Scopes } from './scopes/scopes.js';
import { Passes } from './session/passes.js';
import { Sessions } from './session/sessions.js';
import { hostKeys } from './ssh/host-keys.js';
import { SshDoor } from './ssh/ssh-door.js';

endAtOnce();
const env = readGatewayEnv();
setLogLevel(env.logLevel);
const health = await HealthPort.open(env.health);
const tracing = await startTracing({ endpoint: env.otlp, service: 'gateway', ratio: env.otlpRatio });
const byteTls =
  env.byteTls &&
  new ByteTls(env.byteTls, (err) => log.error({ err }, 'the files for byte ports cannot be used'));
const tls =
  env.tls &&
  new TlsFiles(env.tls, {}, (err) => log.error({ err }, 'the certificate of the site cannot be used'));
connectOnlyTo(new BytePeers(env.bytePeers, byteTls));
const rpc = await Rpc.connect(env.natsUrl, 'gateway', env.credentials, env.brokerTls);
const store = await writableStore(env.blobs, env.freeSpaceReserve);
const reader = await readableBlobs(env);
const keys = await hostKeys(env.ssh.hostKeys);
const limit = new ConnectionLimit(env.connections, env.trustedProxies);
const shared = { slots: new TransferSlots(env.transfers), reads: new OpenReads(rpc) };
const passes = new Passes(keys);

// The server exists before the module that owns the byte door.
const late: { door?: ByteDoor } = {};
const adapter = httpDoor(
  {
    owns: (target) => late.door?.owns(target) ?? false,
    handle: (...asked) => late.door?.handle(...asked),
  },
  isApiRequest,
  { ...env, limit, tls },
);
const module = GatewayModule.with(
  env,
  rpc,
  shared,
  (sessions, scopes, rates, unsent) =>
    new ByteDoor(rpc, sessions, scopes, rates, unsent, { ...env, store, reader, shared, passes }),
);
const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
  logger: nestLogger,
  bodyParser: false,
  abortOnError: false,
});
registerApi(app.getHttpAdapter().getInstance(), app.get(Dispatcher), app.get(Documents));
await app.init();
late.door = app.get(ByteDoor);
const [sessions, scopes] = [app.get(Sessions), app.get(Scopes)];
const admission = new Admission(sessions, scopes);
const rates = app.get(RateLimits);
const ssh = new SshDoor(
  {
    ...{ rpc, sessions, admission, slots: shared.slots, rates, passes },
    ...{ kinds: vcsKinds, user: env.vendor, siteUrl: env.siteUrl },
  },
  {
    ...{ keys, limit, shares: env.ssh.connections },
    ...{ trustedProxies: env.ssh.trustedProxies, grace: env.drain },
  },
);
await ssh.listen(env.ssh.port, env.ssh.host);
await app.listen({ port: env.port, host: env.host, backlog: mostUnaccepted });
watchDoors({ slots: shared.slots, http: app.getHttpServer(), ssh });
health.serving(() => brokerHealth(rpc));
answerSupervisor();
logFaults();
log.info({ host: env.host, port: env.port, ssh: env.ssh.port }, 'listening');
endWith(async () => {
  health.ending();
  await Promise.all([ssh.close(), closeDoor(app.getHttpServer(), () => app.close(), env.drain)]);
  await rpc.close();
  await store?.close();
  await reader?.close();
  await tracing.close();
  await health.close();
}, env.drain);
