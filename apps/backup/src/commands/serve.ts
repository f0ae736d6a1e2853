import { once } from 'node:events';
import { ByteTls } from '@holdfast/platform/byte-ports';
import { LocalNode } from '../nodes/local-node.js';
import { nodeServer } from '../nodes/node-server.js';
import { tokenIn } from '../nodes/reached-nodes.js';
import { tell, type BackupLine, type Said } from './command-line.js';

/** Serves the files of one storage node to this program elsewhere, until it is told to end. */
export const serve = async ({ env, options }: BackupLine): Promise<Said> => {
  const { data, listen, token } = env;
  if (data === undefined || listen === undefined || token === undefined)
    throw new Error('HOLDFAST_DATA, HOLDFAST_BACKUP_LISTEN and HOLDFAST_BACKUP_TOKEN are needed');
  const fault = (error: unknown): void => tell(error instanceof Error ? error.message : String(error));
  const tls = env.tls && new ByteTls(env.tls, fault);
  const known = tokenIn(token);
  if (known().length < 32) throw new Error(`${token} holds no token of 32 characters or more`);
  const writable = options.writable === true;
  const server = nodeServer({ node: new LocalNode(data), token: known, writable, tls, fault });
  server.listen(listen.port, listen.host);
  await once(server, 'listening');
  tell(`${data} is ${writable ? 'read and written' : 'read'} at ${listen.host}:${listen.port}`);
  await once(server, 'close');
  return { text: '' };
};
