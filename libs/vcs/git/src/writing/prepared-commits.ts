import { randomUUID } from 'node:crypto';
import {
  VcsRefusal,
  type Commit,
  type CommitDraft,
  type EditProblems,
  type Reading,
  type TransferGate,
} from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import type { ObjectReader } from '../process/object-reader.js';
import { rootOf } from '../reading/commit-root.js';
import { commitOf } from '../reading/commit-object.js';
import { gitNamespace, signedCommit } from '../reading/commit-signature.js';
import { isWrittenSo } from '../reading/signature-line.js';
import type { ObjectReaders } from '../reading/object-readers.js';
import { ReadTurns, type ReadTurn } from '../reading/read-turns.js';
import type { Writers } from '../upkeep/writers.js';
import { commitText } from './commit-text.js';
import { isLarge, tooMany } from './edit-size.rules.js';
import { EditedFiles, EditTooLarge } from './edited-files.js';
import { FewObjects } from './few-objects.js';
import { areFewAndOrdinary } from './few-objects.rules.js';
import type { HeldObjects } from './held-objects.js';
import { nameEditsOf } from './name-edits.js';
import { objectOf, type NewObject } from './new-objects.js';
import { quarantined } from './quarantined-objects.js';
import { StagedTexts } from './staged-texts.js';

/** What is to be made, and where. */
export interface Preparation {
  directory: string;
  draft: CommitDraft;
  reading: Reading;
}

/** One whose turn has come. `most`: bytes of the directories that change. */
interface Making extends Preparation {
  turn: ReadTurn;
  most: number;
}

/** A commit beside its repository, and by what it is called until it is published or discarded. */
export interface Prepared {
  name: string;
  commit: Commit;
  bytes: number;
}

/** What is to be written. */
interface Written {
  commit: Commit;
  objects: NewObject[];
}

/** A commit that waits for its decision. */
interface Held {
  /** What is new. */
  readonly objects: HeldObjects;
  readonly end: () => void;
  /** Resolves when nothing is left of it beside the repository. */
  readonly gone: Promise<void>;
  /** It is published, or thrown away. */
  taken: boolean;
}

/**
 * The directories that change have no more altogether, before or after it (bytes): some 100,000 entries, and in a turn
 * among few 400,000.
 */
const mostUsual = 4 << 20;
const mostLarge = 16 << 20;

/** So long is waited for what is decided about one that is prepared (ms). */
const patience = 20_000;

/** Commits that are made here: each is written beside its repository, and then published or thrown away. */
export class PreparedCommits {
  private readonly held = new Map<string, Held>();
  private readonly turns = ReadTurns.ofMaking();
  /** For those that take much memory and time. */
  private readonly largeTurns = ReadTurns.ofLargeMaking();
  /** What is under way, from its turn to its end. */
  private readonly running = new Set<Promise<unknown>>();
  private isStopped = false;

  constructor(
    private readonly processes: GitProcesses,
    private readonly readers: ObjectReaders,
    private readonly writers: Writers,
    private readonly gate: Pick<TransferGate, 'sign'>,
  ) {}

  /** @throws VcsRefusal `not_a_commit`, or `unavailable` */
  prepare(asked: Preparation): Promise<Prepared | { problems: EditProblems }> {
    return new Promise((resolve, reject) => {
      const running: Promise<unknown> = this.inTurn(asked, resolve)
        .then((problems) => {
          if (problems) resolve({ problems });
        }, reject)
        .finally(() => this.running.delete(running));
      this.running.add(running);
    });
  }

  /**
   * Makes a prepared commit part of the repository, and then does `work`, after which it is over.
   * @throws VcsRefusal `unavailable` where it is not there any more
   */
  async publish(name: string, work: () => Promise<void>): Promise<void> {
    const held = this.held.get(name);
    if (!held || held.taken) throw new VcsRefusal('unavailable', 'the commit was not published in time');
    held.taken = true;
    try {
      await held.objects.migrate();
      await work();
    } finally {
      held.end();
    }
  }

  /** Resolves when nothing of it is left but what was published. */
  async discard(name: string): Promise<void> {
    const held = this.held.get(name);
    if (!held) return;
    if (!held.taken) held.end();
    held.taken = true;
    await held.gone;
  }

  /** Throws away what is not published, and waits for the rest. What is prepared after that nobody could publish. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const name of this.held.keys()) void this.discard(name);
    await Promise.all(this.running);
  }

  /** What turns out to be large begins again in a turn among few: it has read little until then. */
  private async inTurn(
    asked: Preparation,
    prepared: (answer: Prepared) => void,
  ): Promise<EditProblems | undefined> {
    const { directory, reading, draft } = asked;
    const run = (turns: ReadTurns, most: number) =>
      turns.run(directory, reading, (turn) =>
        this.writers.during(directory, () => this.hold({ ...asked, turn, most }, prepared)),
      );
    if (!isLarge(draft))
      try {
        return await run(this.turns, mostUsual);
      } catch (error) {
        if (!(error instanceof EditTooLarge)) throw error;
      }
    try {
      return await run(this.largeTurns, mostLarge);
    } catch (error) {
      // To try again would help nobody.
      if (error instanceof EditTooLarge) return tooMany(draft, mostLarge);
      throw error;
    }
  }

  /** Until it is over; `prepared` hears when it can be published. Answers what is wrong with it. */
  private async hold(asked: Making, prepared: (answer: Prepared) => void): Promise<EditProblems | undefined> {
    this.mustGoOn();
    const made = await this.make(asked);
    if ('problems' in made) return made.problems;
    const { commit, objects } = made;
    const name = randomUUID();
    let removed = (): void => undefined;
    const gone = new Promise<void>((resolve) => (removed = resolve));
    try {
      this.mustGoOn();
      const over = new Promise<void>((end) => this.held.set(name, { objects, end, gone, taken: false }));
      const timer = setTimeout(() => void this.discard(name), patience).unref();
      prepared({ name, commit, bytes: objects.bytes });
      await over;
      clearTimeout(timer);
      return undefined;
    } finally {
      await objects.remove();
      this.held.delete(name);
      removed();
    }
  }

  private mustGoOn(): void {
    if (this.isStopped) throw new VcsRefusal('unavailable', 'no commit is made any more');
  }

  private async make(
    asked: Making,
  ): Promise<{ commit: Commit; objects: HeldObjects } | { problems: EditProblems }> {
    const { directory, turn, draft } = asked;
    const edited = await StagedTexts.during(draft.staged, (texts) =>
      this.readers.use(turn, (reader) => this.edit(asked, reader, texts)),
    );
    if ('problems' in edited) return edited;
    const few = areFewAndOrdinary(draft, edited.objects)
      ? await FewObjects.of(directory, edited.objects)
      : undefined;
    const objects = few ?? (await quarantined(this.processes, directory, edited.objects, turn.signal));
    return objects ? { commit: edited.commit, objects } : { problems: { modified: { invalid: true } } };
  }

  /** The commit and all that may be new with it. */
  private async edit(
    { draft, turn, most }: Making,
    reader: ObjectReader,
    texts: StagedTexts,
  ): Promise<Written | { problems: EditProblems }> {
    const { parent } = draft;
    const base = parent === undefined ? undefined : await rootOf(reader, parent);
    if (parent !== undefined && base === undefined)
      throw new VcsRefusal('not_a_commit', 'the parent is no commit');
    const files = new EditedFiles(reader, texts, turn.signal, most);
    const tree = await files.edit(base, await nameEditsOf(draft));
    if (Object.keys(files.problems).length > 0) return { problems: files.problems };
    const root = tree ?? files.add(objectOf('tree', Buffer.alloc(0)));
    const signing = isWrittenSo(draft.committer) ? draft.signing : undefined;
    const text = commitText({ ...draft, signing }, root, Date.now() / 1000);
    const contents = await this.signed(text, signing?.word);
    const id = files.add(objectOf('commit', contents));
    const commit = commitOf(id, { contents, size: contents.length });
    return { commit, objects: [...files.objects.values()] };
  }

  private async signed(contents: Buffer, signing: string | undefined): Promise<Buffer> {
    if (signing === undefined) return contents;
    const question = { signing, namespace: gitNamespace, commit: contents.toString('latin1') };
    const signature = await this.gate.sign?.(question);
    return signature === undefined ? contents : signedCommit(contents, signature);
  }
}
