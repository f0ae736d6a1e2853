import type { VcsKind } from '@holdfast/vcs-spi';

export interface PushWatch {
  /** A push begins to write in the directory. */
  begun(directory: string): void;
  /** Such a push was cut off with its process. */
  lost(directory: string): void;
}

/** The kind as the byte process's keeper sees it, with somebody who hears of the writers that he follows. */
export const watchedKind = (kind: VcsKind, watch: PushWatch): VcsKind =>
  over(kind, {
    open: (directory) => {
      const data = kind.open(directory);
      return over(data, {
        foreignWrite: () => {
          const write = data.foreignWrite();
          watch.begun(directory);
          return {
            end: () => write.end(),
            lost: () => {
              write.lost();
              watch.lost(directory);
            },
          };
        },
      });
    },
  });

/** The same object with some of its members replaced. */
const over = <T extends object>(original: T, members: Partial<T>): T =>
  Object.assign(Object.create(original) as T, members);
