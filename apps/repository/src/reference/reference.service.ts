import {
  repositoryCalls,
  type Children,
  type Expand,
  type Expanded,
  type ListChildren,
} from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { RelatedSources } from '../related/related-sources.js';

/** Answers gateways about many objects at once: only what the caller may see. */
@Controller()
export class ReferenceService {
  constructor(private readonly sources: RelatedSources) {}

  @HandlesCall(repositoryCalls.children, { form: { children: true } })
  async children(ctx: CallContext, asked: ListChildren): Promise<Children> {
    const read = this.sources.children(asked.parent, asked.child);
    return read ? read(ctx, asked) : {};
  }

  @HandlesCall(repositoryCalls.expand, { isPage: true })
  async expand(ctx: CallContext, { object, uuids }: Expand): Promise<Expanded> {
    return (await this.sources.of(object)?.expand?.(ctx, uuids)) ?? {};
  }
}
