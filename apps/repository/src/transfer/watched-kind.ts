import type { VcsKind } from '@holdfast/vcs-spi';

/** The kind as the byte process sees it: `lost` hears of directories in which a push was cut off with its process. */
export const watchedKind = (kind: VcsKind, lost: (directory: string) => void): VcsKind =>
  over(kind, {
    open: (directory) => {
      const data = kind.open(directory);
      return over(data, {
        foreignWrite: () => {
          const write = data.foreignWrite();
          return {
            end: () => write.end(),
            lost: () => {
              write.lost();
              lost(directory);
            },
          };
        },
      });
    },
  });

/** The same object with some of its members replaced. */
const over = <T extends object>(original: T, members: Partial<T>): T =>
  Object.assign(Object.create(original) as T, members);
