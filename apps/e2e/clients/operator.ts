import { join } from 'node:path';
import { home, toolsDirectory } from '../system.js';
import { run } from './program.js';

/** What an operator's command prints, which must succeed. */
export const operate = async (...words: string[]): Promise<string> => {
  const { status, output, stdout } = await run(join(toolsDirectory, 'holdfast'), words, {
    cwd: toolsDirectory,
    env: { HOLDFAST_HOME: home },
  });
  if (status !== 0) throw new Error(`tools/holdfast ${words.join(' ')}: ${output}`);
  return stdout;
};
