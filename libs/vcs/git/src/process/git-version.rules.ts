/**
 * The oldest git that is tested, as major and minor number. Patch levels say nothing: distributions mend the one that
 * they have and keep its number.
 */
const oldest = [2, 39] as const;

/** What is wrong with a version as `git version` names it (`2.39.5`, `2.45.1.windows.1`); undefined: nothing. */
export const versionProblem = (version: string): string | undefined => {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  const [wantedMajor, wantedMinor] = oldest;
  if (Number(major) > wantedMajor || (Number(major) === wantedMajor && Number(minor) >= wantedMinor))
    return undefined;
  return `git ${version} is older than ${oldest.join('.')}, the oldest that is supported`;
};
