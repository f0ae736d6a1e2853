import { subscriberOperations, type PlainInput } from '@holdfast/contracts';
import { actor, DomainError, pageOf, projectOf, type CallContext } from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { seesSome } from '../account/long-reading.js';
import { personView } from '../account/account.view.js';
import { SubscriberStore } from './subscriber.store.js';

@Controller()
export class SubscriberService {
  constructor(private readonly subscribers: SubscriberStore) {}

  @Handles(subscriberOperations.list, { isLong: seesSome })
  async list(ctx: CallContext, { list }: PlainInput) {
    return pageOf(await this.subscribers.list(projectOf(ctx).uuid, actor(ctx), list), personView);
  }

  @Handles(subscriberOperations.show, { isLong: seesSome })
  async show(ctx: CallContext, { id }: PlainInput) {
    const name = id === 'me' ? actor(ctx).account.uuid : id;
    const row = await this.subscribers.find(projectOf(ctx).uuid, actor(ctx), name);
    if (!row) throw DomainError.notFound();
    return personView(row);
  }

  @Handles(subscriberOperations.subscribe)
  async subscribe(ctx: CallContext) {
    await this.subscribers.add(ctx, projectOf(ctx).uuid, person(ctx));
    return {};
  }

  @Handles(subscriberOperations.unsubscribe)
  async unsubscribe(ctx: CallContext) {
    await this.subscribers.remove(ctx, projectOf(ctx).uuid, person(ctx));
    return {};
  }
}

/** Nobody reads a bot's mail. */
const person = (ctx: CallContext): string => {
  const { account } = actor(ctx);
  if (account.type === 'bot') throw DomainError.forbidden('bots do not subscribe');
  return account.uuid;
};
