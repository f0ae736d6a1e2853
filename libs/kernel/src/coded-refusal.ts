/** An error that says by a code, of a list of ours, why something is not done. All others are faults. */
export abstract class CodedRefusal extends Error {
  abstract readonly code: string;
}
