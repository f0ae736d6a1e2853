import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

/** Writes an object into a repository as git would, loose; answers its id. */
export const writeObject = async (directory: string, type: string, body: string): Promise<string> => {
  const content = Buffer.from(`${type} ${Buffer.byteLength(body)}\0${body}`);
  const id = createHash('sha1').update(content).digest('hex');
  const folder = join(directory, 'objects', id.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, id.slice(2)), deflateSync(content));
  return id;
};
