import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { log, nestLogger, setLogLevel } from '@holdfast/platform/observability';
import { Rpc } from '@holdfast/platform/rpc';
import { endWith } from '@holdfast/platform/service-host';
import { writableStore } from './bytes/artifact/writable-store.js';
import { ByteDoor } from './bytes/byte-door.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { readGatewayEnv } from './gateway.env.js';
import { GatewayModule } from './gateway.module.js';
import { isApiTarget, registerApi } from './dispatch/api.routes.js';
import { httpDoor } from './http/http-door.js';
import { Documents } from './openapi/documents.js';

const env = readGatewayEnv();
setLogLevel(env.logLevel);
const rpc = await Rpc.connect(env.natsUrl, 'gateway', env.credentials);
const store = await writableStore(env.blobs);

// The server exists before the module that owns the byte door.
const late: { door?: ByteDoor } = {};
const adapter = httpDoor(
  {
    owns: (target) => late.door?.owns(target) ?? false,
    handle: (request, response, expects) => late.door?.handle(request, response, expects),
  },
  isApiTarget,
  env,
);
const module = GatewayModule.with(
  env,
  rpc,
  (sessions, scopes, rates, unsent) => new ByteDoor(rpc, sessions, scopes, rates, unsent, { ...env, store }),
);
const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
  logger: nestLogger,
  bodyParser: false,
  abortOnError: false,
});
registerApi(app.getHttpAdapter().getInstance(), app.get(Dispatcher), app.get(Documents));
await app.init();
late.door = app.get(ByteDoor);
await app.listen(env.port, env.host);
log.info({ host: env.host, port: env.port }, 'listening');
endWith(async () => {
  await app.close();
  await rpc.close();
  await store?.close();
});
