import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Makes the directory with its parents; nobody but the owner may enter it. */
export const privateDirectory = (path) => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  return path;
};

/** Replaces the file as a whole, readable by the owner only: a reader sees the old text or the new one. */
export const writePrivate = (path, text) => {
  const draft = `${path}.${process.pid}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  renameSync(draft, path);
};

export const writePrivateJson = (path, value) => writePrivate(path, `${JSON.stringify(value, null, 2)}\n`);

/** The parsed file, or undefined when it is absent or was cut off. */
export const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
};
