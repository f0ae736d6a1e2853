import type { EngineLimits, VcsKindEntry } from '@holdfast/vcs-spi';
import { mercurialCommands } from './door/mercurial-commands.js';
import { mercurialHttp } from './door/mercurial-http.js';
import { mercurialTraits } from './mercurial.traits.js';
import type { MercurialLimits } from './transfer/mercurial-limits.js';

/** Mercurial: its own hgweb and wire protocol server, in resident Python programs. */
export const mercurial: VcsKindEntry = {
  ...mercurialTraits,
  optional: true,
  slashInIds: false,
  commitIds: '[0-9a-fA-F]{7,40}',
  reservedEndings: [],
  incoming: /^incoming(?:\/|$)/,
  ssh: { scheme: 'ssh', scp: false },
  http: mercurialHttp,
  commands: mercurialCommands,
  transfers: { read: 'read', write: 'write' },
  kind: async (link) => {
    const { MercurialKind } = await import('./mercurial.kind.js');
    return new MercurialKind(link);
  },
  engine: async ({ limits, ...settings }) => {
    const { MercurialEngine } = await import('./mercurial.engine.js');
    return new MercurialEngine({ ...settings, limits: limitsOf(limits) });
  },
};

const limitsOf = ({
  fetchRequest,
  pushCommands,
  fileVersion,
  networks,
}: EngineLimits): Partial<MercurialLimits> => ({
  ...(fetchRequest === undefined ? {} : { request: fetchRequest }),
  ...(pushCommands === undefined ? {} : { names: pushCommands }),
  ...(fileVersion === undefined ? {} : { fileVersion }),
  ...(networks === undefined ? {} : { networks }),
});
