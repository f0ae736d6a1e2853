/** Resolves with the event, or when the stream has ended. */
export const eventOf = (stream: NodeJS.EventEmitter, event: string): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off(event, done).off('close', done);
      resolve();
    };
    stream.on(event, done).on('close', done);
  });
