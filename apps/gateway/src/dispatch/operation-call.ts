import {
  toNode,
  type AnsweredBytes,
  type AnswerOf,
  type CallInput,
  type CallSubject,
  type InLines,
  type OperationContract,
  type PageHead,
} from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import type { Lines, Rpc } from '@holdfast/platform/rpc';

/** On the node that holds the repository where its data are needed. */
const subjectOf = (operation: OperationContract, ctx: CallContext): string =>
  operation.on === 'node' ? toNode(operation.subject, ctx.repository?.node || 'none') : operation.subject;

/**
 * In the time that the operation may take with such a body. Where the link to its node falls silent meanwhile, its
 * caller may wait for so long: no call has more time than its work needs.
 */
const patient = (
  { timeout: usual, largeBodyTimeout = usual }: OperationContract,
  ctx: CallContext,
  { staged }: CallInput,
): CallContext => {
  const timeout = staged === undefined ? usual : largeBodyTimeout;
  return timeout ? { ...ctx, deadline: Date.now() + timeout } : ctx;
};

/** Has the service of an operation carry it out; lists are asked for by `callList`. */
export const callOperation = <O extends OperationContract>(
  rpc: Rpc,
  operation: O,
  ctx: CallContext,
  input: CallInput,
): Promise<AnswerOf<O>> => {
  const subject: CallSubject<CallInput, AnswerOf<O>> = subjectOf(operation, ctx);
  return rpc.call(subject, patient(operation, ctx, input), input);
};

/** No page has more objects. */
const mostObjects = 10_000;

/**
 * The same for a list: its objects come as texts that nobody has to read. How many they are said to be is what a
 * service may say wrongly, and what is made for each of them before their texts are looked at.
 */
export const callList = async (
  rpc: Rpc,
  operation: OperationContract,
  ctx: CallContext,
  input: CallInput,
): Promise<Lines<PageHead>> => {
  const subject: CallSubject<CallInput, InLines<unknown, PageHead>> = subjectOf(operation, ctx);
  const lines = await rpc.lines(subject, patient(operation, ctx, input), input);
  const { objects } = lines.head;
  if (Number.isInteger(objects) && objects >= 0 && objects <= mostObjects) return lines;
  throw DomainError.unavailable(`${operation.service} answers a page of ${objects} objects`);
};

/** The same for an operation that answers bytes: where they are, or what they are. */
export const callBytes = (
  rpc: Rpc,
  operation: OperationContract,
  ctx: CallContext,
  input: CallInput,
): Promise<AnsweredBytes> => {
  const subject: CallSubject<CallInput, AnsweredBytes> = subjectOf(operation, ctx);
  return rpc.call(subject, patient(operation, ctx, input), input);
};
