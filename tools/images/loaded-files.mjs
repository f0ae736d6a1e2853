import { nodeFileTrace } from '@vercel/nft';

/**
 * Whether a file is of another app: none imports one, but tools that a program takes name what they start.
 * @param {string} program @param {string} file
 */
const isOfAnother = (program, file) => {
  const [, app = program] = /^apps\/([\w-]+)\//.exec(file) ?? [];
  return app !== program;
};

/**
 * Whether a file belongs to the checkout of whoever builds and to no commit: what setup has fetched, the data and
 * passwords of an installation. Tools that a program takes name the directories of these.
 * @param {string} file
 */
const isOfThisMachine = (file) => /^\.\w/.test(file);

/**
 * What a program loads, by paths in the checkout, and what may be missing there.
 * @param {string} checkout
 * @param {string} program
 * @param {string[]} starts the files that it begins with
 * @returns {Promise<{ files: string[], warnings: string[] }>}
 */
export const loadedFiles = async (checkout, program, starts) => {
  const { fileList, warnings } = await nodeFileTrace(
    starts.map((file) => `${checkout}/${file}`),
    { base: checkout, ignore: (file) => isOfThisMachine(file) || isOfAnother(program, file) },
  );
  return {
    files: [...fileList],
    warnings: [...warnings].map(({ message }) => message).filter((text) => !/Failed to resolve/.test(text)),
  };
};
