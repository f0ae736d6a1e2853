import { must } from './clients/api.js';
import { eventually } from './scratch.js';
import type { Person, RepositoryAt } from './world.js';

/** What a repository says of its import. */
export interface Import {
  state: string;
  progress: number;
  error: string | null;
}

export const importOf = async (admin: Person, at: RepositoryAt): Promise<Import> =>
  (await must(admin.api.get(at.path))).import as Import;

/** The import of a repository, once it has come to an end. */
export const endedImport = (admin: Person, at: RepositoryAt): Promise<Import> =>
  eventually(async () => {
    const now = await importOf(admin, at);
    return now.state === 'done' || now.state === 'failed' ? now : undefined;
  });
