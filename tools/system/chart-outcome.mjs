// What a step of the cluster test asks for.
import { Complaint } from './complaint.mjs';

/** @import { Outcome } from './setup/execute.mjs' */

/** @param {Outcome} outcome */
export const must = ({ ok, output }) => {
  if (!ok) throw new Complaint(output);
  return output;
};

/** @param {boolean} holds @param {string} what */
export const holdsThat = (holds, what) => {
  if (!holds) throw new Complaint(what);
};
