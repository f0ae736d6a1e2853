import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { toolsDirectory } from '../system.js';

/** Writes a table, whose first line is its head, to coverage/`name`.md, and to who asked. */
export const writeReport = async (name: string, [head, ...lines]: readonly string[]): Promise<void> => {
  const rule = head.replace(/[^|]+/g, ' --- ').trim();
  const machine = `On ${availableParallelism()} processors with a load of ${loadavg()[0].toFixed(1)}.`;
  const text = [head, rule, ...lines, '', machine].join('\n');
  const file = join(toolsDirectory, `../coverage/${name}.md`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${text}\n`);
  process.stderr.write(`${text}\n`);
};
