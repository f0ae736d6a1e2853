import type { NodeDoor } from '@holdfast/platform/service-host';
import type { WriteGate } from './write-gate.js';

/** Calls about repositories that are not here go on to their node, and changes pass the gate. */
export const nodeEntry = (gate: WriteGate): NodeDoor => ({
  enter: ({ repository, deadline }, { writes, staged }) => {
    if (!repository) return undefined;
    if (writes) return gate.enter(repository.uuid, deadline, staged);
    gate.mustBeHere(repository.uuid);
    return undefined;
  },
});
