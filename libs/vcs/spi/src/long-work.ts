/** How far work has come, and what is being done, in one short line. `percent`: 0 to 100, where it is known. */
export interface WorkProgress {
  percent?: number;
  doing: string;
}

/** Who waits for work that may take hours. It ends with its process, and whoever asked for it asks again. */
export interface LongWork {
  /** Ends the work and its programs; it rejects then. */
  readonly signal: AbortSignal;
  /** May be called as often as one likes. */
  readonly tell: (progress: WorkProgress) => void;
  /**
   * Says that another server, for which it waits, is so slow that others should go first, and that it is not so any
   * more. Absent: nobody wants to know.
   */
  readonly crawls?: (crawls: boolean) => void;
}
