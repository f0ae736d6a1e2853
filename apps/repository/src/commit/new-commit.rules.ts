import type { ModifiedFile } from '@holdfast/contracts';
import { DomainError, type AttributeErrors, type ErrorDetail, type Problems } from '@holdfast/kernel';
import type { FileEdits, RefRefusal, StagedText } from '@holdfast/vcs-spi';
import type { ToldRefusals } from '../ref-change/ref-caller.js';

/** What stands in a large body in the place of a text. */
const stagedText = (place: string): StagedText => {
  const [, at, length] = /^(\d{1,9}):(\d{1,9})$/.exec(place) ?? [];
  if (length === undefined) throw new Error('a large body has a text that was not taken out of it');
  return { at: Number(at), length: Number(length) };
};

/** The edits that a body asks for; null stands for the default. `staged`: the file with the texts of a large one. */
export const editsOf = (
  modified: readonly ModifiedFile[],
  deleted: readonly string[],
  staged?: string,
): FileEdits => ({
  modified: modified.map(({ path, content, encoding, mode }) => ({
    ...{ path, content: staged === undefined ? content : stagedText(content) },
    encoding: encoding ?? 'utf-8',
    ...(mode ? { mode } : {}),
  })),
  deleted,
  ...(staged === undefined ? {} : { staged }),
});

/** What is wrong with edits besides their paths: a commit changes something, and each file once. */
export const addEditProblems = ({ modified, deleted }: FileEdits, problems: Problems): void => {
  if (modified.length === 0 && deleted.length === 0) problems.add('modified', { empty: true });
  const written = new Set(modified.map(({ path }) => path));
  if (deleted.some((path) => written.has(path))) problems.conflict('modified', 'deleted');
};

/** Where a commit is to be made. All but `sent` are full ids. */
export interface CommitPlace {
  /** The parent as it was sent. */
  sent: string | undefined;
  /** What that is. */
  parent: string | undefined;
  /** The latest commit of the branch. */
  tip: string | undefined;
  /** There is no branch yet. */
  empty: boolean;
  /** There was none when the request came. */
  wasEmpty: boolean;
}

/** What is wrong with the parent of a new commit. */
export const addParentProblems = (
  { sent, parent, tip, empty, wasEmpty }: CommitPlace,
  problems: Problems,
): void => {
  if (sent === undefined) {
    if (wasEmpty && tip !== undefined) problems.conflict('parent', 'branch');
    else if (!empty) problems.add('parent', { empty: true });
  } else if (parent === undefined) problems.add('parent', { not_found: true });
  else if (tip !== undefined && tip !== parent) problems.conflict('parent', 'branch');
};

/** The branch has moved, or somebody else has made it. */
export const moved: NonNullable<ErrorDetail['errors']> = {
  parent: { conflicts: ['branch'] },
  branch: { conflicts: ['parent'] },
};

/** What the rules of refs say of the branch, in words of the API. `most`: bytes that all refs may take. */
export const refusedBranch = ({ rule, reason }: RefRefusal, most: number): DomainError => {
  const branch = (errors: AttributeErrors): DomainError => DomainError.invalid({ branch: errors });
  switch (rule) {
    case 'write_missing':
    case 'protected_push':
    case 'tag_mistaken':
    case 'branch_mistaken':
    case 'id_mistaken':
      return DomainError.forbidden(reason);
    case 'moved':
    case 'exists':
      return DomainError.invalid(moved);
    case 'collision':
      return branch({ reserved: true });
    case 'refs_full':
      return branch({ maximum: most });
    default:
      return DomainError.unavailable(reason);
  }
};

/** The kind's "no" to a commit that the rules had let pass, because something changed in between. */
export const refusedCommit: ToldRefusals = {
  moved,
  name_in_use: moved,
  name_collides: { branch: { reserved: true } },
  name_invalid: { branch: { invalid: true } },
  not_a_commit: { parent: { not_found: true } },
};
