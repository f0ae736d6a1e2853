import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { companyDoor, home, toolsDirectory } from '../system.js';
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

/** Makes a company as `company create` does, by a process of the operator that is there already. */
export const makeCompany = async (
  id: string,
): Promise<{ company: string; login: string; password: string }> => {
  const asked = request({ socketPath: companyDoor, method: 'POST', path: `/${id}`, agent: false });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const said = await text(answer);
  if (answer.statusCode !== 201) throw new Error(`company create ${id}: ${said}`);
  return JSON.parse(said) as { company: string; login: string; password: string };
};
