import { performance } from 'node:perf_hooks';
import {
  repositoryCalls,
  type RepositoryByUuid,
  type ResolvedRepository,
  type StandingAnswer,
} from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { loopbackPlace } from '@holdfast/platform/byte-ports';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import type { Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import type { BlobStore } from '@holdfast/blob-spi';
import { DataSource } from 'typeorm';
import { FileService } from '../door/file.service.js';
import type { ArtifactEnv } from '../artifact.env.js';
import { artifactModule } from '../artifact.module.js';
import { blobStore, blobStores, type BlobStores } from '../blob-stores.js';
import { OrphanSweep } from '../retention/orphan-sweep.js';
import { BytePort } from '../transfer/byte-port.js';

/** What identity and the repository service answer about whoever uploads. */
export interface StandingFixture {
  now: StandingAnswer & ResolvedRepository;
  /** What is told of a repository (uuid) that is as it was. */
  unchanged(repository: string): ResolvedRepository;
}

/** What the ledger answers to a call by subject. */
export type Ledger = (subject: string, input: unknown) => unknown;

/** One process of the service without its broker: its module as it is, and its port. Nothing is done by the clock. */
export class Replica {
  private told = 0;

  private constructor(
    private readonly module: TestingModule,
    private readonly hearings: readonly Hearing[],
    /** Subjects of what it has told. */
    readonly events: readonly string[],
  ) {}

  /** `stores`: others than that in the directory. */
  static async start(
    env: Pick<ArtifactEnv, 'databaseUrl' | 'data' | 'storageLimit'>,
    standing: StandingFixture,
    ledger: Ledger,
    stores?: BlobStores,
  ): Promise<Replica> {
    const events: string[] = [];
    const hearings: Hearing[] = [];
    // Until something is told nobody is heard: every upload is asked about again.
    const rpc = {
      tell: (subject: string) => void events.push(subject),
      hears: () => {
        const hearing = new Hearing();
        hearings.push(hearing);
        return hearing;
      },
      call: (subject: string, _ctx: CallContext, input: unknown) =>
        Promise.resolve().then(() => {
          if (subject.includes('.storage.')) return ledger(subject, input);
          const asked =
            subject === (repositoryCalls.state as string) && (input as RepositoryByUuid).repository;
          return asked && standing.now.repository?.uuid === 'r' ? standing.unchanged(asked) : standing.now;
        }),
    } as unknown as Rpc;
    const usual = {
      natsUrl: '',
      logLevel: 'silent',
      eventCopies: 1,
      siteUrl: 'http://code.example.com',
      bytes: loopbackPlace,
      health: loopbackPlace,
      drain: 0,
    };
    const made = Test.createTestingModule({ imports: [artifactModule({ ...usual, ...env }, rpc)] });
    if (stores) made.overrideProvider(blobStores).useValue(stores);
    const module = await made.compile();
    await module.get(BytePort).onApplicationBootstrap();
    return new Replica(module, hearings, events);
  }

  /** Others are heard from now on; `event` is told by one of them. */
  hear(subject: string, event?: object): void {
    if (event) this.told += 1;
    const told = { process: 'another', number: this.told, event };
    for (const hearing of this.hearings) hearing.hear(subject, told, performance.now());
  }

  /** A part of the service itself. */
  part<T>(type: Type<T>): T {
    return this.module.get<T>(type);
  }

  get files(): FileService {
    return this.part(FileService);
  }

  get sweep(): OrphanSweep {
    return this.part(OrphanSweep);
  }

  get source(): DataSource {
    return this.part(DataSource);
  }

  get blobs(): BlobStore {
    return this.module.get<BlobStore>(blobStore);
  }

  async stop(): Promise<void> {
    await this.module.close();
  }
}
