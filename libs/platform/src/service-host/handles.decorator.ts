import {
  auditDetail,
  inputOf,
  type AnswerOf,
  type CallInput,
  type CallSubject,
  type Input,
  type OperationContract,
  type Served,
} from '@holdfast/contracts';
import { CodedRefusal, DomainError, type CallContext } from '@holdfast/kernel';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { performing } from '../persistence/audit/performed.js';
import { log } from '../observability/logger.js';
import { ofRequest } from '../observability/of-request.js';
import { tellFull } from '../persistence/full-database.js';
import { isAway, isUnreached } from '../persistence/is-away.js';
import type { ReplyMessage } from '../rpc/wire.js';
import type { Parties } from '../persistence/connection-turns.js';
import type { ReplyForm } from './reply-form.js';

/** What the transport knows of a handler, whose input is `I`. */
export interface HandlerExtras<I = never> {
  /** It works on data of one storage node. */
  node?: boolean;
  /** It changes data of that node. */
  writes?: boolean;
  form?: ReplyForm | undefined;
  /** For whom it reads what may take long; undefined: it is short. Pages and children take turns for the caller. */
  longFor?: (input: I) => Parties | undefined;
  /** Whether it reads for this caller what may take long, though the question is short: it takes a turn of his. */
  isLong?: ((ctx: CallContext) => boolean) | undefined;
  /** It reads objects as a page does, in a form of its own, and takes a turn as one. */
  isPage?: true;
  /**
   * It judges what its caller has begun, and takes a turn of those that do: however much he asks for at the same time,
   * and however much he has begun.
   */
  judges?: true;
  /** It is an operator's command; audit events call it `operator.<this>`. */
  command?: string;
}

type UseCase<I, A> = (ctx: CallContext, input: I) => A;
/** Generic in the method, because the type of a descriptor must be that of the method exactly. */
type Decorator<I, A = unknown> = <M extends UseCase<I, A>>(
  target: object,
  key: string,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Marks a method as the use case of an operation. It gets the call context and the checked input, and answers the view
 * of the object, or a page of them. A method with other types does not compile.
 */
export const Handles =
  <O extends OperationContract>(
    operation: O,
    { isLong }: Pick<HandlerExtras, 'isLong'> = {},
  ): Decorator<Input<O>, Promise<AnswerOf<O>> | AnswerOf<O>> =>
  (target, key, descriptor) => {
    const useCase = wrapped(descriptor);
    const opened = inputOf(operation);
    const form = operation.kind === 'list' ? { page: operation.object.name } : undefined;
    const extras = { node: operation.on === 'node', writes: operation.method !== 'GET', form, isLong };
    replace(target, key, descriptor, operation.subject, extras, (self, ctx, received) => {
      const input = opened(received as CallInput);
      return useCase.call(self, contextOf(operation, ctx, input.values), input);
    });
  };

/** Marks a method as the handler of a call between processes that is not an operation of the API. */
export const HandlesCall =
  <Request, Answer>(
    subject: CallSubject<Request, Answer>,
    extras: HandlerExtras<Request> = {},
  ): Decorator<Request, Promise<Served<Answer>> | Served<Answer>> =>
  (target, key, descriptor) => {
    const useCase = wrapped(descriptor);
    const { command } = extras;
    replace(target, key, descriptor, subject, extras, (self, ctx, received) =>
      useCase.call(self, command === undefined ? ctx : commandContext(command, ctx), received as Request),
    );
  };

/** The context for a use case. If the operation changes something, it says what an audit event has to record. */
const contextOf = (
  operation: OperationContract,
  ctx: CallContext,
  values: Record<string, unknown>,
): CallContext =>
  operation.method === 'GET'
    ? ctx
    : performing(ctx, {
        operation: operation.id,
        object: operation.object.name,
        detail: () => auditDetail(operation, values),
      });

const commandContext = (command: string, ctx: CallContext): CallContext =>
  performing(ctx, {
    operation: `operator.${command}`,
    object: command.slice(0, command.indexOf('.')),
    detail: () => ({}),
  });

const wrapped = <M>(descriptor: TypedPropertyDescriptor<M>): M => {
  if (!descriptor.value) throw new Error('only a method can handle an operation');
  return descriptor.value;
};

/** Every handler answers, also with errors. An unknown error is logged here and answered as `fault`. */
const replace = (
  target: object,
  key: string,
  descriptor: PropertyDescriptor,
  subject: string,
  extras: HandlerExtras,
  run: (self: unknown, ctx: CallContext, received: unknown) => unknown,
): void => {
  const handler = async function (this: unknown, ctx: CallContext, received: unknown): Promise<ReplyMessage> {
    try {
      return { value: await run(this, ctx, received) };
    } catch (error) {
      return { error: refusal(error, subject, ctx).toWire() };
    }
  };
  descriptor.value = handler;
  MessagePattern(subject, { ...extras })(target, key, descriptor);
  // Nest passes only parameters that are marked: here the two arguments of the strategy.
  Payload()(target, key, 0);
  Ctx()(target, key, 1);
};

const refusal = (error: unknown, subject: string, ctx: CallContext): DomainError => {
  if (error instanceof DomainError) {
    if (error.code === 'unavailable' || error.code === 'fault') {
      log.warn({ err: error, subject, ...ofRequest(ctx) }, 'a part is away');
    }
    return error;
  }
  // What it is about has gone since it was looked up.
  if (error instanceof CodedRefusal && error.code === 'not_found') return DomainError.notFound();
  tellFull(error);
  if (isUnreached(error)) return DomainError.unavailable('the database is away', error);
  if (isAway(error)) return DomainError.unknown('the database is away', error);
  log.error({ err: error, subject, ...ofRequest(ctx) }, 'a use case failed');
  return new DomainError('fault');
};
