import { announcedKinds } from './announced-kinds.js';
import { artifactKinds } from './artifact-kinds.js';
import { vcsKinds } from './vcs-kinds.js';

const idsOf = (kinds: readonly { readonly id: string }[]): string[] => kinds.map(({ id }) => id);

/** The words that the attribute `type` and the addresses of repositories know. */
export const kindWords: readonly string[] = [...idsOf(vcsKinds), ...announcedKinds, ...idsOf(artifactKinds)];

/** Kinds whose repositories have no SSH address. */
export const withoutSsh: readonly { readonly id: string }[] = [
  ...vcsKinds.filter(({ ssh }) => ssh === undefined),
  ...artifactKinds,
];

/** Any commit id that a kind knows, in full or as a prefix. */
export const commitIdPattern = `^(${[...new Set(vcsKinds.map(({ commitIds }) => commitIds))].join('|')})$`;

/** Kinds as a sentence names them: `maven and ivy`. */
export const named = (kinds: readonly { readonly id: string }[]): string =>
  idsOf(kinds)
    .join(', ')
    .replace(/, ([^,]+)$/, ' and $1');
