import type { HgChangeset, HgHistory } from './hg-history.js';
import { HgServer } from './hg-server.js';
import type { RevisionTruth, TruthCommit, TruthFile } from './revision-samples.js';

const modes: Record<string, string> = { '644  ': '100644', '755 *': '100755', '644 @': '120000' };

/** What stock Mercurial says of the changesets of a repository of this machine. */
export class HgTruth implements RevisionTruth {
  private constructor(private readonly server: HgServer) {}

  static async open(directory: string): Promise<HgTruth> {
    return new HgTruth(await HgServer.open(directory));
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  async files(id: string): Promise<TruthFile[]> {
    const listed = (await this.text('manifest', '--debug', '-r', id)).split('\n').filter(Boolean);
    if (listed.length === 0) return [];
    const sizes = (await this.text('files', '-r', id, '-T', '{size}\\n')).split('\n');
    return listed.map((line, at) => {
      const [, node, mode, path] = /^(\w{40}) (.{5}) ([^]*)$/.exec(line) ?? [];
      return { path: shown(path), size: Number(sizes[at]), mode: modes[mode], id: node };
    });
  }

  async content(id: string, path: string): Promise<{ content: Buffer }> {
    return { content: await this.server.must('cat', '-r', id, `path:${path}`) };
  }

  async changed(id: string): Promise<string[]> {
    const lines = (await this.text('status', '-0', '--change', id)).split('\0').filter(Boolean);
    return lines.map(shown).sort();
  }

  private async text(...words: string[]): Promise<string> {
    return (await this.server.must(...words)).toString('latin1');
  }
}

/** In the words of the API. */
export const commitOf = ({ node, parents, person, email, date, message }: HgChangeset): TruthCommit => ({
  ...{ id: node, parents: parents.map((id) => ({ id })), author: person, email },
  ...{ timestamp: Number(date.split(' ')[0]), description: message },
});

/** A changeset and all that it stands on, the newest first. */
export const ancestorsOf = ({ changesets }: HgHistory, tip: string): HgChangeset[] => {
  const wanted = new Set([tip]);
  return changesets.toReversed().filter(({ node, parents }) => {
    if (!wanted.has(node)) return false;
    for (const parent of parents) wanted.add(parent);
    return true;
  });
};

const shown = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
