import { loopShare } from '@holdfast/kernel';
import { compareKeys, keyOf, RefTable } from '../ref-table.js';
import type { AnswerPart } from './answer-part.js';

/** So many names are told in one part: it takes a millisecond or two. */
const namesInAPart = 1_000;
/** So many are merged before others are thought of. */
const mergedAtOnce = 1_000;

/** Keys in their order, and what they point at. */
interface Run {
  readonly keys: string[];
  readonly commits: string[];
}

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
  const runs: Run[] = [];
  for (let told = first; ; told = await next(told.more)) {
    const run = runOf(told.part);
    const before = runs.at(-1);
    if (before && follows(run, before)) append(before, run);
    else runs.push(run);
    if (loopShare.isOver) await loopShare.pass();
    if (told.more === undefined) break;
  }
  const { keys, commits } = await merged(runs);
  return RefTable.of(keys, commits);
};

const runOf = (part: string): Run => {
  const flat = JSON.parse(part) as string[];
  const keys: string[] = [];
  const commits: string[] = [];
  for (let at = 0; at < flat.length; at += 2) {
    keys.push(keyOf(flat[at]));
    commits.push(flat[at + 1]);
  }
  if (keys.every((key, at) => at === 0 || keys[at - 1] < key)) return { keys, commits };
  const order = [...keys.keys()].sort((a, b) => compareKeys(keys[a], keys[b]));
  return { keys: order.map((at) => keys[at]), commits: order.map((at) => commits[at]) };
};

const follows = (run: Run, before: Run): boolean =>
  run.keys.length === 0 || before.keys.length === 0 || before.keys[before.keys.length - 1] < run.keys[0];

const append = (run: Run, more: Run): void => {
  run.keys.push(...more.keys);
  run.commits.push(...more.commits);
};

/** Two and two, until there is one. */
const merged = async (runs: readonly Run[]): Promise<Run> => {
  if (runs.length <= 1) return runs[0] ?? { keys: [], commits: [] };
  const next: Run[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    const other = runs.at(at + 1);
    next.push(other ? await mergedTwo(runs[at], other) : runs[at]);
  }
  return merged(next);
};

const mergedTwo = async (one: Run, other: Run): Promise<Run> => {
  const all: Run = { keys: [], commits: [] };
  const [mine, its] = [one.keys.length, other.keys.length];
  for (let i = 0, j = 0; i + j < mine + its;) {
    const isMine = j === its || (i < mine && one.keys[i] < other.keys[j]);
    const [from, at] = isMine ? [one, i++] : [other, j++];
    all.keys.push(from.keys[at]);
    all.commits.push(from.commits[at]);
    if ((i + j) % mergedAtOnce === 0 && loopShare.isOver) await loopShare.pass();
  }
  return all;
};
