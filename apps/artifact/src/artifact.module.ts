import { artifactKinds } from '@holdfast/contracts/artifact-kinds';
import { DiskRoom } from '@holdfast/kernel';
import { DiskWatch } from '@holdfast/platform/observability';
import { databaseModules } from '@holdfast/platform/persistence';
import { Rpc } from '@holdfast/platform/rpc';
import { Module, type DynamicModule } from '@nestjs/common';
import { OpenKinds } from './door/open-kinds.js';
import { artifactEnv, type ArtifactEnv } from './artifact.env.js';
import { blobStore, blobStores, oneStoreOf, openBlobStores } from './blob-stores.js';
import { entities, migrations, parts, services } from './composition.js';
import { connections } from './database/connections.js';
import './health/writing.metrics.js';

@Module({})
export class ArtifactModule {}

/** The service over its own schema, the store of its installation and one connection to the broker. */
export const artifactModule = (env: ArtifactEnv, rpc: Rpc): DynamicModule => ({
  module: ArtifactModule,
  imports: databaseModules({
    url: env.databaseUrl,
    credentials: env.credentials,
    schema: 'artifact',
    entities,
    migrations,
    poolSize: connections,
  }),
  controllers: [...services],
  providers: [
    { provide: artifactEnv, useValue: env },
    { provide: Rpc, useValue: rpc },
    { provide: OpenKinds, useFactory: () => OpenKinds.of(artifactKinds) },
    { provide: DiskRoom, useValue: new DiskRoom(env.data, env.freeSpaceReserve) },
    {
      provide: DiskWatch,
      inject: [DiskRoom],
      useFactory: (disk: DiskRoom) => new DiskWatch(disk, 'artifacts'),
    },
    {
      provide: blobStores,
      inject: [DiskRoom],
      useFactory: (disk: DiskRoom) =>
        openBlobStores({ data: env.data, url: env.blobsUrl, other: env.otherBlobs }, disk),
    },
    { provide: blobStore, inject: [blobStores], useFactory: oneStoreOf },
    ...parts,
  ],
});
