import { loopShare } from '@holdfast/kernel';
import { insideOthers, type EditProblems, type FileEdits } from '@holdfast/vcs-spi';
import { Directories, hasTooManyNames, mostDirectories, mostNames, tooMany } from './edit-size.rules.js';
import { isFilePath } from './file-path.rules.js';

/** What is wrong with the paths of edits, whatever is in the repository. Lets others have the event loop. */
export const pathProblems = async (edits: FileEdits): Promise<EditProblems> => {
  if (hasTooManyNames(edits)) return tooMany(edits, mostNames);
  const { deleted } = edits;
  const written = edits.modified.map(({ path }) => path);
  const problems: EditProblems = {
    ...((await areFiles(written)) && insideOthers(written).size === 0 ? {} : { modified: { invalid: true } }),
    ...((await areFiles(deleted)) ? {} : { deleted: { invalid: true } }),
  };
  if (Object.keys(problems).length > 0) return problems;
  const directories = new Directories();
  for (const path of [...written, ...deleted]) {
    directories.add(path);
    if (directories.areTooMany) return tooMany(edits, mostDirectories);
    if (loopShare.isOver) await loopShare.pass();
  }
  return {};
};

/** Whether each may be the path of a file, and none is there twice. */
const areFiles = async (paths: readonly string[]): Promise<boolean> => {
  for (const path of paths) {
    if (!isFilePath(path)) return false;
    if (loopShare.isOver) await loopShare.pass();
  }
  return new Set(paths).size === paths.length;
};
