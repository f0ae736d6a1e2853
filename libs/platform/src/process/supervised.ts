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

/** What a process says of itself unasked to whoever has started it. */
export interface ProcessWord {
  /** It brings its database up to date, or waits for another process that does: that may take long. */
  migrating: boolean;
}

/** Says so; to nobody where it was not started by `tools/up`. */
export const tellSupervisor = (told: ProcessWord): void => {
  process.send?.(told, undefined, undefined, () => undefined);
};
