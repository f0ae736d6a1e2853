import { percentDecoded } from '@holdfast/kernel';
import type { VcsCommands } from '@holdfast/vcs-spi';
import { rootHeader } from './dav-headers.js';
import { raItem } from './ra-svn.js';
import { repositoryIdOf } from './repository-id.js';

/** With which a conversation begins, as `svnserve` 1.14 says it. */
const greeting =
  '( success ( 2 2 ( ) ( edit-pipeline svndiff1 accepts-svndiff2 absent-entries commit-revprops depth ' +
  'log-revprops atomic-revprops partial-replay inherited-props ephemeral-txnprops file-revs-reverse list ) ) ) ';

/** Subversion's number for a refusal (SVN_ERR_RA_NOT_AUTHORIZED). */
const notAuthorized = 170001;

const session = { method: 'POST', path: '/session' };
/** Before the client has said which repository it means. */
const exchange = { ...session, headers: {} };

/** Clients have names of their own for ways to a server (`[tunnels]`). */
const address = /^svn\+[^:/]+:\/\/[^/]*\/([^/]+\/projects\/[^/]+\/repositories\/[^/]+\/[^/]+)(?:\/.*)?$/s;

/**
 * `svnserve -t`, which clients start without a word about the repository: its address stands in what they say first.
 * Who may only read talks with one that cannot write.
 */
export const subversionCommands: VcsCommands = {
  asked: (words) =>
    words.length === 2 && words[0] === 'svnserve' && words[1] === '-t'
      ? { service: 'serve', exchange, lesser: { service: 'serve-read', exchange } }
      : undefined,
  repository: repositoryIdOf,
  opening: {
    greeting,
    address: (said) => {
      const first = raItem(said);
      if (first === 'more') return 'more';
      // ( version ( capability ... ) url ... )
      const url = Array.isArray(first?.item) ? (first.item as readonly unknown[])[2] : undefined;
      const [, raw] = (Buffer.isBuffer(url) && address.exec(url.toString())) || [];
      const path = raw === undefined ? undefined : percentDecoded(raw);
      if (path === undefined || path.split('/').length !== 6) return undefined;
      return { path, exchange: { ...session, headers: { [rootHeader]: `/${path}` } } };
    },
    refusal: (reason) => {
      const text = reason.replace(/[^\x20-\x7e]+/g, ' ');
      return `( failure ( ( ${notAuthorized} ${text.length}:${text} 0: 0 ) ) ) `;
    },
  },
};
