import type { ArtifactHttp } from '@holdfast/artifact-spi';
import { percentDecoded } from '@holdfast/kernel';

const repositoryId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,249}$/;

/** Files at their paths: `<repository>/<path>`, by the methods of plain HTTP. */
export const layoutHttp: ArtifactHttp = {
  methods: { GET: 'read', HEAD: 'read', PUT: 'deploy', DELETE: 'remove' },
  words: { deploy: 'deploy to it', remove: 'delete from it' },
  asked: (_, { base, rest }) => {
    const slash = rest.indexOf('/');
    const raw = slash < 0 ? rest : rest.slice(0, slash);
    const repository = percentDecoded(raw);
    if (repository === undefined || !repositoryId.test(repository)) return undefined;
    return { repository, address: base + raw, path: slash < 0 ? '' : rest.slice(slash) };
  },
};
