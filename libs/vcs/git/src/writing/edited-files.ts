import { loopShare } from '@holdfast/kernel';
import { VcsRefusal, type EditProblems, type FileWrite } from '@holdfast/vcs-spi';
import type { ObjectReader } from '../process/object-reader.js';
import { isWritten, type NameEdits } from './name-edits.js';
import { isSafeLink } from './file-path.rules.js';
import { contentOf } from './file-content.js';
import { hashedObject, type NewObject } from './new-objects.js';
import type { StagedTexts } from './staged-texts.js';
import { editedTree, itemsNamed, treeMode, type TreeItem } from './tree-edit.js';

const ordinary = '100644';
const symlink = '120000';
const modes = [ordinary, '100755', symlink];
const submodule = '160000';

/** The directories that change have more than they may. */
export class EditTooLarge extends VcsRefusal {
  constructor() {
    super('unavailable', 'the directories that change are too large');
  }
}

/**
 * Makes the files of a commit out of those of the one before it, directory by directory. Others have the event loop
 * every few milliseconds, and it ends when nobody waits for it.
 */
export class EditedFiles {
  readonly problems: EditProblems = {};
  /** What is new, each after what it names, by its id. Some of it may be in the repository already. */
  readonly objects = new Map<string, NewObject>();
  /** Bytes of directories that were read, and that were made. */
  private bytesRead = 0;
  private bytesMade = 0;

  /** `most`: bytes that the directories which change may have altogether, before or after it. */
  constructor(
    private readonly reader: Pick<ObjectReader, 'each'>,
    private readonly texts: StagedTexts,
    private readonly signal: AbortSignal,
    private readonly most: number,
  ) {}

  /**
   * The id of a tree with these changes, where there are no problems; undefined where nothing is left in it.
   * @throws VcsRefusal `unavailable`, of which EditTooLarge is one
   */
  async edit(tree: string | undefined, changes: NameEdits): Promise<string | undefined> {
    const contents = tree === undefined ? Buffer.alloc(0) : await this.read(tree);
    const before = await itemsNamed(contents, changes);
    const after = new Map<string, TreeItem | undefined>();
    for (const [name, { write, remove, below }] of changes) {
      await this.letOthersGo();
      const was = before.get(name);
      const isTree = was?.mode === treeMode;
      if (remove && isTree) this.problems.deleted = { ...this.problems.deleted, invalid: true };
      if (remove && !was) this.problems.deleted = { ...this.problems.deleted, not_found: true };
      if (!below) {
        if (write && (isTree || was?.mode === submodule)) this.problems.modified = { invalid: true };
        else after.set(name, write && (await this.file(write, was)));
      } else if (was && !isTree && !remove) this.blame(below);
      else {
        const id = await this.edit(isTree ? was.id : undefined, below);
        if (write && id !== undefined) this.problems.modified = { invalid: true };
        const directory = id === undefined ? undefined : { mode: treeMode, id };
        after.set(name, write ? await this.file(write, undefined) : directory);
      }
    }
    const edited = await editedTree(contents, after);
    this.bytesMade += edited.length;
    if (this.bytesMade > this.most) throw new EditTooLarge();
    return edited.length === 0 ? undefined : this.add(await hashedObject('tree', edited));
  }

  add(object: NewObject): string {
    this.objects.set(object.id, object);
    return object.id;
  }

  /** What stands there is no directory. */
  private blame(below: NameEdits): void {
    if (isWritten(below)) this.problems.modified = { invalid: true };
    else this.problems.deleted = { ...this.problems.deleted, not_found: true };
  }

  private async file(write: FileWrite, was: TreeItem | undefined): Promise<TreeItem | undefined> {
    const mode = write.mode ?? modes.find((each) => each === was?.mode) ?? ordinary;
    const object = await contentOf(write, this.texts);
    const fits =
      object && modes.includes(mode) && (mode !== symlink || isSafeLink(write.path, targetIn(object)));
    if (fits) return { mode, id: this.add(object) };
    this.problems.modified = { invalid: true };
    return undefined;
  }

  private async read(tree: string): Promise<Buffer> {
    const pieces: Buffer[] = [];
    const found = await this.reader.each(tree, (piece) => {
      this.bytesRead += piece.length;
      if (this.bytesRead > this.most) throw new EditTooLarge();
      this.mustBeAwaited();
      pieces.push(Buffer.from(piece));
    });
    if (typeof found === 'string')
      throw new VcsRefusal('unavailable', 'a directory is missing in the repository');
    return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
  }

  private async letOthersGo(): Promise<void> {
    if (loopShare.isOver) await loopShare.pass();
    this.mustBeAwaited();
  }

  private mustBeAwaited(): void {
    if (this.signal.aborted) throw new VcsRefusal('unavailable', 'the commit took too long');
  }
}

/** No target is longer. */
const longestTarget = 4096;

/** Bytes that are no text lead nowhere. */
const targetIn = ({ contents }: NewObject): string => {
  if (contents.length >= longestTarget) return '';
  const text = contents.toString('utf8');
  return Buffer.from(text).equals(contents) ? text : '';
};
