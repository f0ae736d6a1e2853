import type { EditProblems, FileEdits } from '@holdfast/vcs-spi';

/** The paths of one commit have so many names altogether, and are in so many directories. */
export const mostNames = 100_000;
export const mostDirectories = 10_000;

/** What has more takes its turn among few (paths, names in them, characters of contents). */
const usual = { paths: 2_000, names: 10_000, characters: 256 << 10 };

const namesIn = (paths: readonly string[]): number => {
  let count = paths.length;
  for (const path of paths)
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) count += 1;
  return count;
};

const pathsOf = ({ modified, deleted }: FileEdits): string[] => [
  ...modified.map(({ path }) => path),
  ...deleted,
];

/** Says of too many of anything how many there may be, wherever there are some. */
export const tooMany = ({ modified, deleted }: FileEdits, maximum: number): EditProblems => ({
  ...(modified.length > 0 ? { modified: { maximum } } : {}),
  ...(deleted.length > 0 ? { deleted: { maximum } } : {}),
});

/** Whether the paths have more names than anybody is to look at. */
export const hasTooManyNames = (edits: FileEdits): boolean => namesIn(pathsOf(edits)) > mostNames;

/** Whether a commit is so large that it takes its turn among few, whatever is in the repository. */
export const isLarge = (edits: FileEdits): boolean => {
  const paths = pathsOf(edits);
  return (
    paths.length > usual.paths ||
    namesIn(paths) > usual.names ||
    edits.modified.reduce((sum, { content }) => sum + content.length, 0) > usual.characters
  );
};

/** Gathers the directories of files, each once. */
export class Directories {
  private readonly known = new Set<string>();

  /** `path` is that of a file: a long one costs much. */
  add(path: string): void {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const directory = path.slice(0, end);
      if (this.known.has(directory)) return;
      this.known.add(directory);
    }
  }

  get areTooMany(): boolean {
    return this.known.size > mostDirectories;
  }
}
