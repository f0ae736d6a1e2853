import type { IncomingMessage } from 'node:http';
import { TooManyFiles } from '@holdfast/platform/files';

// What a reader and who asks it say to each other: `POST /<operation>?at=…`, answered by JSON, by lines of it (`list`),
// or by bytes (`open`).

/** How an error travels. */
export interface ToldFault {
  message: string;
  code?: string;
  tooMany?: true;
}

/** What `open` answers before the bytes. */
export const fileHead = 'x-file';
/** What comes after them where not all could be read. */
export const faultTrailer = 'x-fault';

/** A line of a list. */
export type ListLine = [path: string] | [path: string, size: number, mark: string, shared?: true];

export const faultOfError = (error: unknown): ToldFault => {
  const { message, code } = error as NodeJS.ErrnoException;
  return {
    message: String(message),
    ...(typeof code === 'string' && { code }),
    ...(error instanceof TooManyFiles && { tooMany: true }),
  };
};

/** The error that was told, as it was there. */
export const errorOfFault = ({ message, code, tooMany }: ToldFault): Error =>
  Object.assign(tooMany ? new TooManyFiles(0) : new Error(message), {
    message,
    ...(code !== undefined && { code }),
  });

export const whole = async (message: IncomingMessage): Promise<string> => {
  let text = '';
  message.setEncoding('utf8');
  for await (const part of message) text += part as string;
  return text;
};
