import {
  projectBotOperations as operations,
  type Input,
  type PlainInput,
  type ProjectBot,
  type View,
} from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { always } from '../account/long-reading.js';
import { projectBotView } from './project-account.view.js';
import { ProjectLinks, type LinkKind } from './project-links.js';

const kind: LinkKind<View<typeof ProjectBot>> = {
  type: 'bot',
  view: projectBotView,
  update: operations.update,
};

@Controller()
export class ProjectBotService {
  constructor(private readonly links: ProjectLinks) {}

  @Handles(operations.list, { isLong: always })
  list(ctx: CallContext, input: PlainInput) {
    return this.links.list(ctx, kind, input);
  }

  @Handles(operations.show, { isLong: always })
  show(ctx: CallContext, input: PlainInput) {
    return this.links.show(ctx, kind, input);
  }

  @Handles(operations.create)
  create(ctx: CallContext, input: Input<typeof operations.create>) {
    return this.links.create(ctx, kind, input);
  }

  @Handles(operations.update)
  update(ctx: CallContext, input: Input<typeof operations.update>) {
    return this.links.update(ctx, kind, input);
  }

  @Handles(operations.delete)
  delete(ctx: CallContext, input: PlainInput) {
    return this.links.remove(ctx, kind, input);
  }
}
