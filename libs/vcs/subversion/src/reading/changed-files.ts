import { StringDecoder } from 'node:string_decoder';
import type { FileChange } from '@holdfast/vcs-spi';
import type { CommandLine, TwoRevisions } from '../process/command-line.js';
import { changeNamed } from './diff-reader.js';
import { attributeOf, XmlReader } from './xml-reader.js';

/** So many files are asked for at a time. */
const atATime = 200;

/** The files that differ between two revisions, each without what differs in it; undefined: they could not be read. */
export const changedFiles = async (
  commands: Pick<CommandLine, 'differing'>,
  revisions: TwoRevisions,
  signal: AbortSignal,
): Promise<FileChange[] | undefined> => {
  const found = new Map<string, FileChange>();
  const depth = revisions.repository.split('/').length;
  let said = '';
  const reader = new XmlReader({
    opened: (_, attributes) => (said = attributes),
    closed: (name, text) => {
      const status = attributeOf(said, 'item');
      if (name !== 'path' || attributeOf(said, 'kind') !== 'file') return;
      if (status !== 'added' && status !== 'deleted' && status !== 'modified') return;
      const path = decodeURIComponent(text.slice('file://'.length).split('/').slice(depth).join('/'));
      // What takes the place of another file is told of twice.
      found.set(path, changeNamed(path, found.has(path) ? 'modified' : status));
    },
  });
  const decoder = new StringDecoder('utf8');
  const isWhole = await commands.differing(revisions, signal, (piece) => reader.read(decoder.write(piece)));
  return isWhole ? [...found.values()] : undefined;
};

/** Those of the changes in which neither side is longer than that (bytes); undefined: it could not be found out. */
export const shortOnes = async (
  commands: Pick<CommandLine, 'list'>,
  { repository, base, head }: TwoRevisions,
  changes: readonly FileChange[],
  { longest, signal }: { longest: number; signal: AbortSignal },
): Promise<FileChange[] | undefined> => {
  const short = new Set(changes);
  for (const [revision, missing] of [
    [base, 'added'],
    [head, 'deleted'],
  ]) {
    const there = changes.filter(({ status }) => status !== missing);
    for (let at = 0; at < there.length; at += atATime) {
      const asked = there.slice(at, at + atATime);
      const sizes: number[] = [];
      const reader = new XmlReader({
        opened: () => undefined,
        closed: (name, text) => void (name === 'size' && sizes.push(Number(text))),
      });
      const paths = asked.map(({ path }) => path);
      const take = (piece: Buffer): void => reader.read(piece.toString('latin1'));
      if (!(await commands.list(repository, revision, paths, signal, take))) return undefined;
      asked.forEach((change, index) => {
        if (!(sizes[index] <= longest)) short.delete(change);
      });
    }
  }
  return [...short];
};
