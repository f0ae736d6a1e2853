import { userOperations, type Input, type PlainInput } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { PersonAccounts } from './person-accounts.js';

@Controller()
export class UserService {
  constructor(private readonly people: PersonAccounts) {}

  @Handles(userOperations.list)
  list(ctx: CallContext, input: PlainInput) {
    return this.people.list(ctx, 'user', input);
  }

  @Handles(userOperations.show)
  show(ctx: CallContext, input: PlainInput) {
    return this.people.show(ctx, 'user', input);
  }

  @Handles(userOperations.create)
  create(ctx: CallContext, input: Input<typeof userOperations.create>) {
    return this.people.create(ctx, 'user', input);
  }

  @Handles(userOperations.update)
  update(ctx: CallContext, input: Input<typeof userOperations.update>) {
    return this.people.update(ctx, 'user', userOperations.update, input);
  }

  @Handles(userOperations.delete)
  delete(ctx: CallContext, input: PlainInput) {
    return this.people.deactivate(ctx, 'user', input);
  }
}
