import type { IncomingMessage } from 'node:http';
import type { FileAnswer } from '@holdfast/contracts';

/** Most bytes that an answer to an upload can have. */
const largest = 1024 * 1024;

/** Reads what became of an upload. @throws when the port failed or its answer broke off. */
export const uploadAnswer = async (incoming: IncomingMessage): Promise<FileAnswer> => {
  if (incoming.statusCode !== 200) throw new Error(`the artifact service answered ${incoming.statusCode}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) throw new Error('an endless answer to an upload');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as FileAnswer;
};
