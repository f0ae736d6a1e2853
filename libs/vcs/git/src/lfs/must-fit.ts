import { LfsProblem } from './lfs-problem.js';

/** `asked`: why there is no room. @throws LfsProblem 507 where there is none */
export const mustFit = async (asked: Promise<string | undefined>): Promise<void> => {
  const refusal = await asked;
  if (refusal !== undefined) throw new LfsProblem(507, refusal);
};
