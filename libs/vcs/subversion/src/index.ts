import type { VcsKindEntry } from '@holdfast/vcs-spi';
import { subversionCommands } from './door/subversion-commands.js';
import { subversionHttp } from './door/subversion-http.js';
import { subversionTraits } from './subversion.traits.js';

/** Subversion: the stock server behind WebDAV, and svnserve over SSH. */
export const subversion: VcsKindEntry = {
  ...subversionTraits,
  optional: true,
  slashInIds: false,
  commitIds: '[1-9][0-9]{0,9}',
  reservedEndings: [],
  incoming: /^(?:incoming(?:\/|$)|db\/(?:transactions|txn-protorevs)\/)/,
  ssh: { scheme: 'svn+ssh', scp: false },
  http: subversionHttp,
  commands: subversionCommands,
  transfers: { read: 'read', write: 'write', revise: 'administer', 'serve-read': 'read', serve: 'write' },
  kind: async (link) => {
    const { SubversionKind } = await import('./subversion.kind.js');
    return new SubversionKind(link);
  },
  engine: async ({ stateDirectory, path, gate, limits: { networks, pushUnpacked, refs } }) => {
    const { SubversionEngine } = await import('./subversion.engine.js');
    const limits = {
      ...(pushUnpacked === undefined ? {} : { unpacked: pushUnpacked }),
      ...(refs === undefined ? {} : { refs }),
    };
    return new SubversionEngine({ stateDirectory, path, gate, limits, ...(networks && { networks }) });
  },
};
