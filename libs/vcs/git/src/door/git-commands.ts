import { timestamp } from '@holdfast/kernel';
import type { GivenPass, VcsCommands } from '@holdfast/vcs-spi';
import { isLfsOperation, lfsPath } from '../lfs/lfs-protocol.js';
import { engineRequests, protocolHeaders } from '../transfer/git-protocol.js';
import { repositoryIdOf } from './repository-id.js';

const program = /^git-(upload-pack|receive-pack|upload-archive)$/;

/**
 * The three programs of git that its clients start at the other end, each with the address and nothing else; `git
 * upload-pack` is `git-upload-pack`. A trailing slash and a trailing `.git` of the address are accepted. And the
 * program by which Git LFS asks where objects are, and for leave to get at them: with the address and what it wants to
 * do.
 */
export const gitCommands: VcsCommands = {
  asked: (words, environment) => {
    const [name, ...more] = words[0] === 'git' ? [`git-${words[1]}`, ...words.slice(2)] : words;
    const [path, operation] = more;
    if (name === 'git-lfs-authenticate')
      return isLfsOperation(operation) ? { path, pass: operation, told: toldOfPass } : undefined;
    const service = program.exec(name ?? '')?.[1];
    if (service === undefined || more.length !== 1) return undefined;
    const headers = protocolHeaders(environment.GIT_PROTOCOL);
    return { path, service, exchange: { ...engineRequests.session, headers } };
  },
  repository: (rest) => repositoryIdOf(rest.replace(/\/$/, '')),
};

/** Clients of an earlier time send the name of an object besides; nobody looks at it. */
const toldOfPass = ({ address, authorization, lifetime, expires }: GivenPass): string =>
  `${JSON.stringify({
    href: `${address}/${lfsPath}`,
    header: { Authorization: authorization },
    expires_at: timestamp(new Date(expires)),
    expires_in: lifetime,
  })}\n`;
