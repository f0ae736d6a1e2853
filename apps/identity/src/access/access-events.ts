import { accessChanged, type AccessChanged } from '@holdfast/contracts';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';

/** Most that is named in one event: whoever hears it looks for each of them. */
export const mostNamed = 1_000;

/** Tells every gateway what to forget: call it right after commit and before the use case answers. */
@Injectable()
export class AccessEvents {
  constructor(private readonly rpc: Rpc) {}

  /** Of what names more than `mostNamed` it tells the company alone: then everything of it is forgotten. */
  changed(event: AccessChanged): void {
    const { company, ...named } = event;
    const count = Object.values(named).reduce((sum, uuids) => sum + uuids.length, 0);
    this.rpc.tell(accessChanged, count > mostNamed ? { company } : event);
  }
}
