import type { CallInput } from '@holdfast/contracts';
import { DomainError, type ApiErrors } from '@holdfast/kernel';
import type { ReplyMessage } from '@holdfast/platform/rpc';

/** The input of a call as it comes off the wire; a use case takes it validated, which its decorator sees to. */
export const call = (input: Partial<CallInput> = {}): never => ({ params: {}, ...input }) as never;

/** The value that a handler answers; its error is thrown. */
export const answer = async <T>(reply: Promise<T> | T): Promise<T> => {
  const { value, error } = (await reply) as ReplyMessage<T>;
  if (error) throw DomainError.fromWire(error);
  return value as T;
};

/** What a handler finds invalid. */
export const errorsOf = async (reply: Promise<unknown>): Promise<ApiErrors | string> => {
  const { error } = (await reply) as ReplyMessage;
  if (!error) throw new Error('nothing was refused');
  return error.errors ?? error.code;
};
