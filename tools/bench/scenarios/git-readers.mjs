import { hasNodegit } from '../../system/setup/nodegit.mjs';
import { awaited, gitReaders } from '../git-readers.mjs';
import { milliseconds } from '../measure.mjs';

/** @import { Bench } from '../bench.mjs' */
/** @import { GitReader } from '../../../libs/vcs/git/dist/reading/git-reader.js' */
/** @import { Scenario } from '../measure.mjs' */

/** @typedef {{ directory: string, hashes: string[] }} Read what is read, and its commits, newest first */

/** So many questions are one value. */
const questions = 40;

/**
 * The same questions to both implementations, each in its own turn, at other commits each time.
 * @param {(bench: Bench) => Promise<{ source: string, hashes: string[] }>} history
 * @param {(reader: GitReader, read: Read, at: number) => Promise<unknown>} ask
 */
const bothAsked = (history, ask) => async (/** @type {Bench} */ bench) => {
  const { source: directory, hashes } = await history(bench);
  const { stock, nodegit } = await gitReaders(bench);
  const asked = (/** @type {GitReader} */ reader) => async (/** @type {number} */ round) => {
    const spent = await milliseconds(async () => {
      for (let at = 0; at < questions; at += 1)
        await ask(reader, { directory, hashes }, ((round + 100) * 97 + at * 53) % 2_000);
    });
    return { value: spent / questions, requests: questions };
  };
  return { ours: asked(nodegit), baseline: asked(stock) };
};

/**
 * Histories by nodegit against the same by the stock git, both ours, without what stands around them; none where there
 * is no nodegit.
 * @param {(bench: Bench) => Promise<{ source: string, hashes: string[] }>} history
 * @returns {Scenario[]}
 */
export const readerRows = (history) => {
  const row = (
    /** @type {string} */ name,
    /** @type {string} */ title,
    /** @type {Parameters<typeof bothAsked>[1]} */ ask,
  ) => ({
    ...{ name, title: `${title}, read by nodegit against stock git (both ours)` },
    ...{ unit: 'ms', better: /** @type {const} */ ('less'), rounds: 9, warmUp: 3 },
    prepare: bothAsked(history, ask),
  });
  const page = { offset: 0, limit: 20, oldestFirst: false };
  if (!hasNodegit()) return [];
  return [
    row('nodegit-log', '20 commits of a history', (reader, { directory, hashes }, at) =>
      reader.log({ directory, query: { ...page, from: hashes[at] }, reading: awaited() }),
    ),
    row('nodegit-deep', '20 commits, 1,000 into a history', (reader, { directory, hashes }, at) =>
      reader.log({ directory, query: { ...page, from: hashes[at], offset: 1_000 }, reading: awaited() }),
    ),
    row('nodegit-compare', '20 of 5,000 commits between two', (reader, { directory, hashes }, at) => {
      const query = { ...page, from: hashes[at], without: [hashes[at + 5_000]] };
      return reader.log({ directory, query, reading: awaited() });
    }),
    row('nodegit-base', 'the merge base of two, 5,000 commits apart', (reader, { directory, hashes }, at) =>
      reader.mergeBase({ directory, one: hashes[at], other: hashes[at + 5_000], reading: awaited() }),
    ),
  ];
};
