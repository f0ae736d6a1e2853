import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { artifactKinds } from '@holdfast/contracts/artifact-kinds';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import { DiskRoom } from '@holdfast/kernel';
import { databaseModules } from '@holdfast/platform/persistence';
import { DiskWatch, log } from '@holdfast/platform/observability';
import { Rpc } from '@holdfast/platform/rpc';
import type { VcsKind, VcsKindEntry } from '@holdfast/vcs-spi';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { PushesInFlight } from './branch/pushes-in-flight.js';
import { RefRoom } from './branch/ref-room.js';
import { ByteProcess } from './byte-process/byte-process.js';
import { ByteProcessLife } from './transfer/byte-process-life.js';
import { CommitSigner } from './commit/commit-signer.js';
import { repositoryDatabase } from './repository-database.js';
import { parts, related, services } from './composition.js';
import { ScrubPeriod } from './care/scrub.js';
import { JobLanes } from './job/job-lanes.js';
import { engineLink } from './placement/engine-link.js';
import { PathLocks } from './path-lock/path-locks.js';
import { bodiesIn, Placement } from './placement/placement.js';
import type { RelatedSource } from './related/related-source.js';
import { RelatedSources } from './related/related-sources.js';
import type { RepositoryEnv } from './repository.env.js';
import { sealedSecretsOf } from './remote/key-file.js';
import { RemoteAddresses } from './remote/remote-addresses.js';
import { RemoteKeyPlace } from './remote/key-renewal.js';
import { SealedSecrets } from './remote/sealed-secrets.js';
import { RepositoryAddresses } from './repository/repository-address.js';
import { RepositoryTypes } from './catalogue/repository-types.js';
import { PushDecisions } from './transfer/push-decisions.js';
import { StorageNodeStore } from './storage-node/storage-node.store.js';
import { StorageNodes } from './storage-node/storage-nodes.js';
import { ArrivalsService } from './move/arrivals.service.js';
import { StorageMeter } from './storage/storage-meter.js';
import { PushRooms } from './storage/push-rooms.js';
import { TransferStandings } from './transfer/transfer-standings.js';
import { watchedKind, type PushWatch } from './transfer/watched-kind.js';

@Module({})
export class RepositoryModule {}

/** The service over its own schema, its own directory and one connection to the broker. */
export const repositoryModule = (env: RepositoryEnv, rpc: Rpc): DynamicModule => ({
  module: RepositoryModule,
  imports: databaseModules(repositoryDatabase(env.databaseUrl, env.credentials)),
  controllers: services,
  providers: [
    { provide: Rpc, useValue: rpc },
    { provide: Placement, useValue: new Placement(env.data, env.node) },
    { provide: RemoteAddresses, useValue: new RemoteAddresses(env.importNetworks) },
    { provide: SealedSecrets, useFactory: () => sealedSecretsOf(env.remoteKeys) },
    { provide: RemoteKeyPlace, useValue: new RemoteKeyPlace(env.remoteKeys) },
    { provide: RepositoryAddresses, useValue: new RepositoryAddresses(env) },
    { provide: CommitSigner, useValue: CommitSigner.by(env.signingKey) },
    { provide: RefRoom, useValue: new RefRoom(env.refs) },
    { provide: ScrubPeriod, useValue: new ScrubPeriod(env.scrubDays) },
    { provide: JobLanes, useValue: new JobLanes({ jobs: env.jobs, elsewhere: env.remoteJobs }) },
    { provide: DiskRoom, useValue: new DiskRoom(env.data, env.freeSpaceReserve) },
    {
      provide: DiskWatch,
      inject: [DiskRoom],
      useFactory: (disk: DiskRoom) => new DiskWatch(disk, 'repositories'),
    },
    byteProcess(env),
    repositoryTypes,
    {
      provide: StorageNodes,
      inject: [StorageNodeStore, RepositoryTypes, DiskRoom, ByteProcess],
      useFactory: (...parts: [StorageNodeStore, RepositoryTypes, DiskRoom, ByteProcess]) =>
        new StorageNodes(env.node, () => process.exit(1), ...parts),
    },
    {
      provide: RelatedSources,
      inject: related,
      useFactory: (...sources: RelatedSource[]) => new RelatedSources(sources),
    },
    {
      provide: ByteProcessLife,
      inject: [ByteProcess],
      useFactory: (bytes: ByteProcess) => new ByteProcessLife(bytes, env.drain),
    },
    ...parts,
  ],
});

/** The gate is looked up when a push asks: it stands on the kinds, which stand on the byte process. */
const byteProcess = (env: RepositoryEnv): Provider => ({
  provide: ByteProcess,
  inject: [ModuleRef],
  useFactory: (refs: ModuleRef) => {
    const { data, path, gitMemory, fetchRequest, pushCommands, pushMemory, pushUnpacked } = env;
    const { freeSpaceReserve: reserve, fileVersion, largeFile, importNetworks: networks } = env;
    const gate = (): PushDecisions => refs.get(PushDecisions);
    return new ByteProcess({
      entry: fileURLToPath(new URL('./byte-process/main.js', import.meta.url)),
      stateDirectory: join(data, 'engines'),
      ...(path === undefined ? {} : { path }),
      ...(env.authorities === undefined ? {} : { authorities: env.authorities }),
      memory: gitMemory.each,
      disk: { directory: data, ...(reserve === undefined ? {} : { reserve }) },
      bodies: bodiesIn(data),
      bytes: env.bytes,
      peers: env.bytePeers,
      limits: {
        fetchRequest,
        gitMemory: gitMemory.together,
        pushCommands,
        pushMemory,
        pushUnpacked,
        fileVersion,
        largeFile,
        networks,
        refs: env.refs,
        ...(env.nodegit === undefined ? {} : { nodegit: env.nodegit }),
      },
      stands: (transfer) => refs.get(TransferStandings).of(transfer),
      decide: (push) => gate().decide(push),
      pushed: (report) => gate().ended(report),
      locks: (transfer, question) => refs.get(PathLocks).answer(transfer, question),
      sign: (question) => refs.get(CommitSigner).sign(question),
      storage: {
        room: (question) => refs.get(PushRooms).room(question),
        left: (transfer) => refs.get(PushRooms).left(transfer),
        lost: () => refs.get(PushRooms).lost(),
        wrote: (directory) => refs.get(StorageMeter).wrote(directory),
      },
      arrived: (arrival) => refs.get(ArrivalsService).over(arrival),
      arrivalsLost: () => refs.get(ArrivalsService).lost(),
      log: (message, error) => log.warn({ err: error }, message),
    });
  },
});

const repositoryTypes: Provider = {
  provide: RepositoryTypes,
  inject: [ByteProcess, PushesInFlight, Placement],
  useFactory: async (bytes: ByteProcess, pushes: PushesInFlight, placement: Placement) => {
    const kinds: { entry: VcsKindEntry; kind: VcsKind }[] = [];
    for (const entry of vcsKinds)
      kinds.push({ entry, kind: await entry.kind(engineLink(bytes.link(entry.id))) });
    const watch: PushWatch = {
      begun: (directory) => pushes.follow(placement.uuidOf(directory)),
      lost: (directory) => pushes.lost(placement.uuidOf(directory)),
    };
    bytes.use(kinds.map(({ kind }) => watchedKind(kind, watch)));
    return new RepositoryTypes(kinds, artifactKinds);
  },
};
