import type { DiskGate } from '@holdfast/vcs-spi';

/** How often is asked whether the disk has room for what is being done (ms). */
const roomEvery = 1_000;

/** Does what may need as much again as the repository has, and ends it when the disk has little room. */
export const whileRoom = async (
  disk: Pick<DiskGate, 'level'> | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const hasRoom = async (): Promise<boolean> => ((await disk?.level()) ?? 'enough') === 'enough';
  if (!(await hasRoom())) return;
  const low = new AbortController();
  const look = (): Promise<void> =>
    hasRoom().then(
      (has) => (has ? undefined : low.abort()),
      () => low.abort(),
    );
  const timer = setInterval(() => void look(), roomEvery);
  try {
    await work(AbortSignal.any([signal, low.signal]));
  } finally {
    clearInterval(timer);
  }
};
