import type { VcsCommands } from '@holdfast/vcs-spi';
import { engineRequests, protocolHeaders } from '../transfer/git-protocol.js';
import { repositoryIdOf } from './repository-id.js';

const program = /^git-(upload-pack|receive-pack|upload-archive)$/;

/**
 * The three programs of git that its clients start at the other end, each with the address and nothing else; `git
 * upload-pack` is `git-upload-pack`. A trailing slash and a trailing `.git` of the address are accepted.
 */
export const gitCommands: VcsCommands = {
  asked: (words, environment) => {
    const [name, ...more] = words[0] === 'git' ? [`git-${words[1]}`, ...words.slice(2)] : words;
    const service = program.exec(name ?? '')?.[1];
    const [path] = more;
    if (service === undefined || more.length !== 1) return undefined;
    const headers = protocolHeaders(environment.GIT_PROTOCOL);
    return { path, service, exchange: { ...engineRequests.session, headers } };
  },
  repository: (rest) => repositoryIdOf(rest.replace(/\/$/, '')),
};
