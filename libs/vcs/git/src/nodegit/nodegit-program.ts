import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import type {
  AskedLine,
  NodegitQuestions,
  NodegitTopic,
  ToldLine,
  WalkedCommit,
} from './nodegit-questions.js';

/** Of nodegit what is used here. */
interface Nodegit {
  /** Its `bases`, of several that are as good, ends the process. */
  Merge: { base(repository: NodegitRepository, one: NodegitId, other: NodegitId): Promise<NodegitId> };
  Oid: { fromString(digits: string): NodegitId };
  Repository: { openBare(directory: string): Promise<NodegitRepository> };
}
interface NodegitId {
  tostrS(): string;
}
interface NodegitCommit {
  id(): NodegitId;
  rawHeader(): string;
  messageRaw(): string;
}
interface Walker {
  /** These answer 0, or how they failed. */
  push(id: NodegitId): number;
  hide(id: NodegitId): number;
  fastWalk(most: number): Promise<NodegitId[]>;
  commitWalk(most: number): Promise<NodegitCommit[]>;
}
interface NodegitRepository {
  createRevWalk(): Walker;
}

/** So long after its last use a repository stays open (ms), and so many do: open packs keep the disk that they take. */
const openFor = 20_000;
const mostOpen = 64;
/** So many commits are gone through until somebody looks whether they are still wanted. */
const step = 1_000;

/** So many of its latest commits are looked at for where a history meets another one. */
const soon = 32;
/** So many of which texts are told: somebody may have made them large. */
const shortStep = 50;
/** Texts that are told have no more (characters): a longer one, and what there is no room for, is read by git. */
const longestText = 64 << 10;
const mostText = 1 << 20;

const [place] = process.argv.slice(2);

const loaded = (): Nodegit => {
  try {
    return createRequire(import.meta.url)(place) as Nodegit;
  } catch (error) {
    process.stderr.write(`${String(error).split('\n', 1)[0]}\n`);
    return process.exit(1);
  }
};
const { Merge, Oid, Repository } = loaded();

const opened = new Map<string, { repository: Promise<NodegitRepository>; idle: NodeJS.Timeout }>();

/** What is open of it is closed when it is collected. */
const close = (directory: string): void => {
  clearTimeout(opened.get(directory)?.idle);
  if (opened.delete(directory)) setImmediate(() => globalThis.gc?.());
};

const repositoryAt = (directory: string): Promise<NodegitRepository> => {
  const known = opened.get(directory);
  clearTimeout(known?.idle);
  const repository = known?.repository ?? Repository.openBare(directory);
  repository.catch(() => close(directory));
  opened.delete(directory);
  opened.set(directory, { repository, idle: setTimeout(() => close(directory), openFor) });
  const [oldest] = opened.keys();
  if (opened.size > mostOpen) close(oldest);
  return repository;
};

/** What nodegit shows of it is text, and not in all commits there is nothing but text: then its id is another one. */
const walked = (commit: NodegitCommit): WalkedCommit => {
  const id = commit.id().tostrS();
  const text = `${commit.rawHeader()}\n${commit.messageRaw()}`;
  if (text.length > longestText) return { id };
  const bytes = Buffer.from(text);
  const hash = createHash('sha1').update(`commit ${bytes.length}\0`).update(bytes);
  return hash.digest('hex') === id ? { id, text } : { id };
};

const walkerFrom = (repository: NodegitRepository, from: string, without: readonly string[] = []): Walker => {
  const walker = repository.createRevWalk();
  const codes = [walker.push(Oid.fromString(from)), ...without.map((id) => walker.hide(Oid.fromString(id)))];
  if (codes.some((code) => code !== 0)) throw new Error('one of the commits is none');
  return walker;
};

/**
 * Where two histories do not meet in their latest commits, git is asked: what is between them takes libgit2 three times
 * as long, which nobody can end, and git has a graph by which it passes over most of the rest.
 */
const mustMeetSoon = async (repository: NodegitRepository, one: string, other: string): Promise<void> => {
  const latest = (id: string): Promise<NodegitId[]> => walkerFrom(repository, id).fastWalk(soon);
  const [of, ofOther] = await Promise.all([latest(one), latest(other)]);
  const known = new Set(of.map((id) => id.tostrS()));
  if (!ofOther.some((id) => known.has(id.tostrS()))) throw new Error('the two are far from each other');
};

type Answers = {
  [Topic in NodegitTopic]: (
    directory: string,
    asked: NodegitQuestions[Topic]['asked'],
    isOver: () => boolean,
  ) => Promise<NodegitQuestions[Topic]['told']>;
};

const answers: Answers = {
  walk: async (directory, { from, without, skip, count }, isOver) => {
    const repository = await repositoryAt(directory);
    for (const id of without) await mustMeetSoon(repository, from, id);
    const walker = walkerFrom(repository, from, without);
    for (let left = skip; left > 0 && !isOver(); left -= step) {
      const most = Math.min(step, left);
      if ((await walker.fastWalk(most)).length < most) return [];
    }
    const told: WalkedCommit[] = [];
    let room = mostText;
    while (told.length < count && !isOver()) {
      const most = Math.min(room > 0 ? shortStep : step, count - told.length);
      const part = room > 0 ? await walker.commitWalk(most) : await walker.fastWalk(most);
      for (const each of part) {
        const commit = 'tostrS' in each ? { id: each.tostrS() } : walked(each);
        told.push(commit);
        room -= commit.text?.length ?? 0;
      }
      if (part.length < most) break;
    }
    return told;
  },
  base: async (directory, { one, other }) => {
    const repository = await repositoryAt(directory);
    await mustMeetSoon(repository, one, other);
    return (await Merge.base(repository, Oid.fromString(one), Oid.fromString(other))).tostrS();
  },
};

const tell = (line: ToldLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const underWay = new Set<number>();

const answer = async (line: Exclude<AskedLine, { over: number } | { forget: string }>): Promise<unknown> => {
  const isOver = (): boolean => !underWay.has(line.id);
  return line.topic === 'walk'
    ? answers.walk(line.directory, line, isOver)
    : answers.base(line.directory, line, isOver);
};

const hear = async (line: AskedLine): Promise<void> => {
  if ('over' in line) return void underWay.delete(line.over);
  if ('forget' in line) return close(line.forget);
  underWay.add(line.id);
  const told = await answer(line).catch(() => undefined);
  if (underWay.delete(line.id)) tell({ id: line.id, told });
};

createInterface({ input: process.stdin })
  .on('line', (line) => void hear(JSON.parse(line) as AskedLine))
  .on('close', () => process.exit(0));
tell({ ready: true });
