/** One change of a ref, by its full name. */
export type RefCommand =
  | { verb: 'create'; ref: string; commit: string }
  | { verb: 'update'; ref: string; commit: string; expected: string }
  | { verb: 'delete'; ref: string; expected?: string };

/** Changes refs of a directory: all of them in one transaction, or none. */
export interface RefUpdates {
  updateRefs(input: { directory: string; changes: RefCommand[] }): Promise<void>;
}
