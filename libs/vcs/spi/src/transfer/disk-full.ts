import type { DiskGate } from '../storage-gates.js';
import { VcsRefusal } from '../vcs-refusal.js';

export const diskFull = 'the disk of the server is full: nothing can be stored until there is room again';

/** @throws VcsRefusal `no_room` where only the reserve of the disk is left */
export const refuseFullDisk = async (disk: Pick<DiskGate, 'take'> | undefined): Promise<void> => {
  if ((await disk?.take(0)) === false) throw new VcsRefusal('no_room', diskFull);
};
