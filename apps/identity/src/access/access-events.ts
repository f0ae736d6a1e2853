import { accessChanged, type AccessChanged } from '@holdfast/contracts';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';

/** Tells every gateway what to forget: call it right after commit and before the use case answers. */
@Injectable()
export class AccessEvents {
  constructor(private readonly rpc: Rpc) {}

  changed(event: AccessChanged): void {
    this.rpc.tell(accessChanged, event);
  }
}
