import type { VcsCommands } from '@holdfast/vcs-spi';
import { repositoryIdOf } from './repository-id.js';

/** What the engine is asked for a conversation. */
export const sessionRequest = { method: 'POST', path: '/session', headers: {} } as const;

/**
 * The one command line by which stock clients reach a server. Whether one pushes shows in the conversation only: who
 * may not is told there.
 */
export const mercurialCommands: VcsCommands = {
  asked: (words) => {
    const [program, option, path, command, way, ...more] = words;
    const isServe = program === 'hg' && option === '-R' && command === 'serve' && way === '--stdio';
    if (!isServe || more.length > 0) return undefined;
    return {
      path,
      service: 'write',
      exchange: sessionRequest,
      lesser: { service: 'read', exchange: sessionRequest },
    };
  },
  repository: (rest) => repositoryIdOf(rest),
};
