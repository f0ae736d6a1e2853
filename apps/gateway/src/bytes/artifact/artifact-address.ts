import { decoded, type ByteAddress } from '../byte-address.js';

export interface ArtifactAddress {
  /** Id of the repository. */
  repository: string;
  /** The raw path up to the repository, without a slash at its end. */
  address: string;
  /** What follows the repository: raw, '' or with a slash at its beginning. */
  path: string;
}

const repositoryId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,249}$/;

/** Splits what follows the kind into the repository and a path below it. Undefined: no repository can have that id. */
export const artifactAddress = ({ base, rest }: ByteAddress): ArtifactAddress | undefined => {
  const slash = rest.indexOf('/');
  const raw = slash < 0 ? rest : rest.slice(0, slash);
  const repository = decoded(raw);
  if (repository === undefined || !repositoryId.test(repository)) return undefined;
  return { repository, address: base + raw, path: slash < 0 ? '' : rest.slice(slash) };
};
