/** A page of a list that is read in order of uuid. */
interface RepositoryPage<T> {
  repositories: T[];
  /** There are more, after this one. */
  after?: string;
}

/** All that a list has, however many pages that are. */
export const everyRepository = async <T>(
  pageAfter: (asked: { after?: string }) => Promise<RepositoryPage<T>>,
): Promise<T[]> => {
  const all: T[] = [];
  for (let asked: { after?: string } | undefined = {}; asked;) {
    const page: RepositoryPage<T> = await pageAfter(asked);
    all.push(...page.repositories);
    asked = page.after === undefined ? undefined : { after: page.after };
  }
  return all;
};
