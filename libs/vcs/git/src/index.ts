import type { EngineLimits, VcsKindEntry } from '@holdfast/vcs-spi';
import { gitCommands } from './door/git-commands.js';
import { gitHttp } from './door/git-http.js';
import { gitTraits } from './git.traits.js';
import { lastingFiles } from './lasting-files.js';
import { lfsPasses, lfsTransfers } from './lfs/lfs-protocol.js';
import type { TransferLimits } from './transfer/transfer-limits.js';

/** git: the stock programs, behind the smart protocol. */
export const git: VcsKindEntry = {
  ...gitTraits,
  slashInIds: true,
  commitIds: '[0-9a-fA-F]{7,40}',
  reservedEndings: ['.git', '.lock'],
  incoming:
    /^(?:(?:incoming|lfs\/incoming|objects\/tmp_objdir-[^/]*)(?:\/|$)|objects\/(?:pack|info\/commit-graphs)\/\.?tmp[-_])/,
  lasting: lastingFiles,
  ssh: { scheme: 'ssh', scp: true },
  http: gitHttp,
  commands: gitCommands,
  transfers: { 'upload-pack': 'read', 'upload-archive': 'read', 'receive-pack': 'write', ...lfsTransfers },
  passes: lfsPasses,
  kind: async (link) => {
    const { GitKind } = await import('./git.kind.js');
    return new GitKind(link);
  },
  engine: async ({ limits, ...settings }) => {
    const { networks, nodegit } = limits;
    const { GitEngine } = await import('./git.engine.js');
    return new GitEngine({
      ...settings,
      limits: limitsOf(limits),
      ...(networks && { networks }),
      ...(nodegit === undefined ? {} : { nodegit }),
    });
  },
};

const limitsOf = ({
  fetchRequest,
  gitMemory,
  pushCommands,
  pushMemory,
  pushUnpacked,
  largeFile,
}: EngineLimits): Partial<TransferLimits> => ({
  ...(fetchRequest === undefined ? {} : { fetchRequest }),
  ...(gitMemory === undefined ? {} : { gitMemory }),
  ...(pushCommands === undefined ? {} : { commands: pushCommands }),
  ...(pushMemory === undefined ? {} : { pushMemory }),
  ...(pushUnpacked === undefined ? {} : { pushUnpacked }),
  ...(largeFile === undefined ? {} : { largeFile }),
});
