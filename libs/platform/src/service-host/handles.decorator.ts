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
import { DomainError, type CallContext } from '@holdfast/kernel';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { performing } from '../persistence/audit/performed.js';
import { log } from '../observability/logger.js';
import { isAway } from '../persistence/is-away.js';
import type { ReplyMessage } from '../rpc/wire.js';
import type { Reader } from './long-reads.js';
import type { ReplyForm } from './reply-form.js';

/** What the transport knows of a handler, whose input is `I`. */
export interface HandlerExtras<I = never> {
  /** It works on data of one storage node. */
  node?: boolean;
  form?: ReplyForm | undefined;
  /** For whom it reads what may take long; undefined: it is short. Pages and children take turns for the caller. */
  longFor?: (input: I) => Reader | undefined;
  /** It is an operator's command; audit events call it `operator.<this>`. */
  command?: string;
}

type UseCase<I, A> = (ctx: CallContext, input: I) => A;
/** Generic in the method: a descriptor's type is invariant, so one that is fixed would fit no method exactly. */
type Decorator<I, A = unknown> = <M extends UseCase<I, A>>(
  target: object,
  key: string,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Marks the method of a service as the use case of an operation: its body arrives checked, as an `Input`, and it answers
 * the view of its object, or a page of them.
 */
export const Handles =
  <O extends OperationContract>(operation: O): Decorator<Input<O>, Promise<AnswerOf<O>> | AnswerOf<O>> =>
  (target, key, descriptor) => {
    const useCase = wrapped(descriptor);
    const opened = inputOf(operation);
    const form = operation.kind === 'list' ? { page: operation.object.name } : undefined;
    const extras = { node: operation.on === 'node', form };
    replace(target, key, descriptor, operation.subject, extras, (self, ctx, received) => {
      const input = opened(received as CallInput);
      return useCase.call(self, contextOf(operation, ctx, input.values), input);
    });
  };

/** Marks a method as the answer to a call between processes that is no operation of the API. */
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

/** What changes something is told what to record of it. */
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

/** Every handler answers, errors included; an unknown error is logged here and leaves as `fault`. */
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
  // Nest passes on only the parameters that are marked: the strategy's first and second argument.
  Payload()(target, key, 0);
  Ctx()(target, key, 1);
};

const refusal = (error: unknown, subject: string, ctx: CallContext): DomainError => {
  if (error instanceof DomainError) {
    if (error.code === 'unavailable' || error.code === 'fault') {
      log.warn({ err: error, subject, requestId: ctx.requestId }, 'a part is away');
    }
    return error;
  }
  if (isAway(error)) return DomainError.unavailable('the database is away', error);
  log.error({ err: error, subject, requestId: ctx.requestId }, 'a use case failed');
  return new DomainError('fault');
};
