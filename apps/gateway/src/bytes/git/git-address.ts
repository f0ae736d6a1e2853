import { decoded } from '../byte-address.js';

/** What a git client may ask below a repository: the smart protocol and nothing else. */
export interface GitAddress {
  /** Id of the repository, slashes included. */
  repository: string;
  service: 'upload-pack' | 'receive-pack';
  /** `info/refs`: only the advertisement of refs. */
  advertise: boolean;
}

const form = /^(.+?)\/{1,2}(info\/refs|git-upload-pack|git-receive-pack)$/s;
const service = /(?:^|&)service=git-(upload-pack|receive-pack)(?:&|$)/;
const repositoryId = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/**
 * Reads what follows `/git/`. A trailing slash and a trailing `.git` of the repository are accepted; an encoded
 * slash is not. Undefined: no such thing is served (the dumb protocol's paths among them).
 */
export const gitAddress = (rest: string, query: string): GitAddress | undefined => {
  const [, raw, action] = form.exec(rest) ?? [];
  if (raw === undefined || /%2f/i.test(raw)) return undefined;
  const repository = decoded(raw)?.replace(/\.git$/, '');
  if (!repository || repository.length > 250 || !repositoryId.test(repository)) return undefined;
  if (action !== 'info/refs')
    return { repository, service: action.slice(4) as GitAddress['service'], advertise: false };
  const asked = service.exec(query)?.[1];
  return asked === undefined
    ? undefined
    : { repository, service: asked as GitAddress['service'], advertise: true };
};
