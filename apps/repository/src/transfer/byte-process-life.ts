import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ByteProcess } from '../byte-process/byte-process.supervisor.js';

/** The byte process lives as long as the service; transfers that run at the end get a little time. */
@Injectable()
export class ByteProcessLife implements OnModuleInit, BeforeApplicationShutdown {
  constructor(private readonly bytes: ByteProcess) {}

  onModuleInit(): Promise<void> {
    return this.bytes.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.bytes.stop(2_000);
  }
}
