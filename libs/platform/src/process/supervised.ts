/**
 * Answers whoever has started this process and asks whether it still works: what he sends comes back in a turn of the
 * event loop. Nobody asks a process that was not started by `tools/up`.
 */
export const answerSupervisor = (): void => {
  process.on('message', (asked) => {
    process.send?.(asked, undefined, undefined, () => undefined);
  });
  // The process does not go on for this alone.
  process.channel?.unref();
};
