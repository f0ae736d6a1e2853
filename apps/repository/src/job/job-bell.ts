import { repositoryCalls, toNode } from '@holdfast/contracts';
import { ownContext, Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';

/** Tells other nodes that jobs wait for them. One that cannot be told sees them a few seconds later. */
@Injectable()
export class JobBell {
  constructor(private readonly rpc: Rpc) {}

  /** It does not fail. */
  async ring(node: string): Promise<void> {
    const told = this.rpc.call(toNode(repositoryCalls.wakeJobs, node), ownContext('repository', 1_000), {});
    await told.catch(() => undefined);
  }
}
