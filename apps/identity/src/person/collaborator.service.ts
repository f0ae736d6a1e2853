import { collaboratorOperations, type Input, type PlainInput } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { PersonAccounts } from './person-accounts.js';

@Controller()
export class CollaboratorService {
  constructor(private readonly people: PersonAccounts) {}

  @Handles(collaboratorOperations.list)
  list(ctx: CallContext, input: PlainInput) {
    return this.people.list(ctx, 'collaborator', input);
  }

  @Handles(collaboratorOperations.show)
  show(ctx: CallContext, input: PlainInput) {
    return this.people.show(ctx, 'collaborator', input);
  }

  @Handles(collaboratorOperations.create)
  create(ctx: CallContext, input: Input<typeof collaboratorOperations.create>) {
    return this.people.create(ctx, 'collaborator', input);
  }

  @Handles(collaboratorOperations.update)
  update(ctx: CallContext, input: Input<typeof collaboratorOperations.update>) {
    return this.people.update(ctx, 'collaborator', collaboratorOperations.update, input);
  }

  @Handles(collaboratorOperations.delete)
  delete(ctx: CallContext, input: PlainInput) {
    return this.people.deactivate(ctx, 'collaborator', input);
  }
}
