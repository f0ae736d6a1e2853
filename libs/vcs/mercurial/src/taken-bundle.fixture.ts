import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MercurialWorld } from './mercurial-world.fixture.js';

const taking = String.raw`
import os, sys
sys.path.insert(0, sys.argv[1])
import hf_allowed, hf_base, hf_judged, hf_take, hf_tidy
state, directory, bundle = sys.argv[2:]
hf_tidy.mark(state)
hf_allowed.allow()
hf_judged.Judging.is_on = False
try:
    hf_take.taken(hf_base.fresh_ui(), directory, [bundle], None)
except Exception as problem:
    print(type(problem).__name__, problem)
`;

/** Takes a bundle into a repository as an import does; answers what was said, or why not. */
export const takeBundle = async (
  world: MercurialWorld,
  directory: string,
  bundle: Buffer,
): Promise<string> => {
  const file = join(directory, 'bundle');
  await writeFile(file, bundle);
  const state = join(world.root, 'state');
  const words = ['-c', taking, join(state, 'program'), state, directory, file];
  return (await world.python(world.root, words)).output;
};
