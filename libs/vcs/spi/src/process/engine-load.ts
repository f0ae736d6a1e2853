/** What the engines of this process are at, by kind. */
export interface EngineLoad {
  /** Programs that run. */
  programs: Record<string, number>;
  /** Transfers that have their turn. */
  running: Record<string, number>;
  /** Transfers that wait for it. */
  waiting: Record<string, number>;
}

const load: EngineLoad = { programs: {}, running: {}, waiting: {} };

/** Something of a kind begins. Answers what says that it is over, which may be called again. */
export const enters = (what: keyof EngineLoad, kind: string): (() => void) => {
  const counts = load[what];
  counts[kind] = (counts[kind] ?? 0) + 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    counts[kind] -= 1;
  };
};

/** As it is now. */
export const engineLoad = (): EngineLoad => load;
