import { loopShare, sortedInTurns } from '@holdfast/kernel';
import { compareKeys, keyOf, RefTable } from '../ref-table.js';
import type { AnswerPart } from './answer-part.js';

/** So many names are told in one part: it takes a millisecond or two. */
const namesInAPart = 1_000;
/** Names, each with what it points at, in parts: lists in JSON of a name, its commit, the next name, and so on. */
export const refParts = async (
  refs: readonly (readonly [name: string, commit: string])[],
): Promise<string[]> => {
  const parts: string[] = [];
  for (let at = 0; at < refs.length; at += namesInAPart) {
    parts.push(JSON.stringify(refs.slice(at, at + namesInAPart).flat()));
    if (loopShare.isOver) await loopShare.pass();
  }
  return parts;
};

/** The names that come in parts, each once, in any order. There may be many: others have the event loop in between. */
export const refsIn = async (
  first: AnswerPart,
  next: (more: string) => Promise<AnswerPart>,
): Promise<RefTable> => {
  const keys: string[] = [];
  const commits: string[] = [];
  let isOrdered = true;
  for (let told = first; ; told = await next(told.more)) {
    const flat = JSON.parse(told.part) as string[];
    for (let at = 0; at < flat.length; at += 2) {
      const key = keyOf(flat[at]);
      isOrdered &&= keys.length === 0 || keys[keys.length - 1] < key;
      keys.push(key);
      commits.push(flat[at + 1]);
    }
    if (loopShare.isOver) await loopShare.pass();
    if (told.more === undefined) break;
  }
  if (isOrdered) return RefTable.of(keys, commits);
  const order = await sortedInTurns([...keys.keys()], (a, b) => compareKeys(keys[a], keys[b]));
  return RefTable.of(
    order.map((at) => keys[at]),
    order.map((at) => commits[at]),
  );
};
