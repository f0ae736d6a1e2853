import type { BlobStore } from '@holdfast/blob-spi';
import { healthCall, type HealthReport } from '@holdfast/contracts';
import { DiskRoom } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { HandlesCall, holds } from '@holdfast/platform/service-host';
import { Controller, Inject } from '@nestjs/common';
import { FileStore } from '../artifact-file/file.store.js';
import { blobStore } from '../blob-stores.js';

@Controller()
export class HealthService {
  constructor(
    private readonly files: FileStore,
    private readonly rpc: Rpc,
    private readonly disk: DiskRoom,
    @Inject(blobStore) private readonly blobs: BlobStore,
  ) {}

  @HandlesCall(healthCall('artifact'))
  async check(): Promise<HealthReport> {
    const [database, broker, storage] = await Promise.all([
      holds(() => this.files.isReachable()),
      holds(() => this.rpc.rtt()),
      holds(() => this.blobs.check()),
    ]);
    const note = storage ? await this.disk.note() : undefined;
    return {
      service: 'artifact',
      up: database && broker && storage,
      parts: { database, broker, storage },
      ...(note !== undefined && { notes: { storage: note } }),
    };
  }
}
