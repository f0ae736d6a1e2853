import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { fairPlaces } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { LRUCache } from 'lru-cache';
import type { GitProcesses } from '../process/git-processes.js';
import { failureOf, outputOf } from '../reading/command-output.js';
import { ReadTurns } from '../reading/read-turns.js';
import { looseEntries, placeOf } from '../refs/loose-entries.js';
import { protocolEnvironment } from '../transfer/git-protocol.js';
import { packet } from '../transfer/pkt-line.js';

/** So many repositories are known. */
const most = 2_000;
/** What has been as it is for longer than that (ms) looks otherwise after its next change: clocks are finer. */
const settled = 1_000;
/** So long a request waits for the list, and for its turn to make it (ms). */
const patience = 10_000;

/**
 * What a fetch asks first: all references, also those that a fetch is not told of, with what symbolic ones name, and
 * HEAD, also where its branch is not there. git says one after the other as it reads them; `for-each-ref` holds them
 * all, which takes half a GiB for a million.
 */
const question = Buffer.from(
  `${packet('command=ls-refs\n')}0001${packet('symrefs\n')}${packet('unborn\n')}0000`,
);

/** How references lie on the disk. */
interface Look {
  /** Another one after each change of a reference, but also after one of how they lie there. */
  readonly text: string;
  /** It is so old that no other change looks the same. */
  readonly isSettled: boolean;
}

interface Known {
  readonly look: string;
  readonly state: string;
}

/**
 * Texts for the references of repositories: another one whenever a reference or HEAD has changed, and the same one
 * where only upkeep has packed them. Where `.gitattributes` has `export-subst`, archives tell the names of a commit.
 */
export class ReferenceStates {
  private readonly known = new LRUCache<string, Known>({ max: most });
  /** One of a repository at a time: who waits for it finds what it brought. */
  private readonly turns = new ReadTurns(fairPlaces(8, 1), fairPlaces(512, 128));

  constructor(private readonly processes: GitProcesses) {}

  /**
   * As it is at some moment of the call. git lists them where they lie there otherwise than at the last time. Where it
   * does not, or not in time, the look itself has to do: that changes more often than needed. `gone`: the client has
   * left.
   */
  async of(
    { directory, owner }: Pick<TransferGrant, 'directory' | 'owner'>,
    gone: AbortSignal,
  ): Promise<string> {
    const look = await lookAt(directory);
    const known = this.knownBy(directory, look);
    if (known !== undefined) return known;
    if (gone.aborted) return look.text;
    try {
      return await this.turns.run(directory, { owner, deadline: Date.now() + patience }, ({ signal }) =>
        this.found(directory, AbortSignal.any([signal, gone])),
      );
    } catch {
      return look.text;
    }
  }

  private async found(directory: string, signal: AbortSignal): Promise<string> {
    // Before they are listed: what changes meanwhile has another look then.
    const look = await lookAt(directory);
    const known = this.knownBy(directory, look);
    if (known !== undefined) return known;
    const state = await this.listed(directory, signal);
    if (look.isSettled) this.known.set(directory, { look: look.text, state });
    return state;
  }

  private knownBy(directory: string, look: Look): string | undefined {
    const known = this.known.get(directory);
    return known?.look === look.text ? known.state : undefined;
  }

  /** @throws VcsRefusal where git has not said all */
  private async listed(directory: string, signal: AbortSignal): Promise<string> {
    const command = {
      command: 'upload-pack' as const,
      config: { 'safe.directory': directory },
      flags: ['--stateless-rpc', '--strict'],
      values: [directory],
    };
    const state = createHash('sha256');
    const take = (piece: Buffer): boolean => {
      state.update(piece);
      return true;
    };
    const asked = { input: question, environment: protocolEnvironment('version=2') };
    const end = await outputOf(this.processes, command, signal, take, asked);
    if (!end.whole) throw failureOf(end, 'the references could not be listed');
    return state.digest('hex');
  }
}

/** git writes each reference by a rename, which its directory notes. */
const lookAt = async (directory: string): Promise<Look> => {
  const before = BigInt(Date.now() - settled) * 1_000_000n;
  const state = createHash('sha256');
  let isSettled = true;
  const note = (key: string): void => {
    const found = statSync(placeOf(directory, key), { bigint: true, throwIfNoEntry: false });
    const { ino, mtimeNs, ctimeNs = 0n, size } = found ?? {};
    state.update(`${key} ${found ? `${ino} ${mtimeNs} ${ctimeNs} ${size}` : ''}\n`);
    if (ctimeNs >= before) isSettled = false;
  };
  note('HEAD');
  note('packed-refs');
  for await (const { key, isDirectory } of looseEntries(directory, 'refs/')) if (isDirectory) note(key);
  return { text: state.digest('hex'), isSettled };
};
