import type { VcsRepository } from '@holdfast/vcs-spi';

/** Whether what is asked for by this name of a commit is the same for ever: ids that are numbers are given again. */
export const isLasting = (
  { contentAddressed }: Pick<VcsRepository, 'contentAddressed'>,
  asked: string,
  commit: string,
): boolean => contentAddressed === true && asked.toLowerCase() === commit;
