import {
  allRelations,
  answeredIn,
  isReference,
  relationCalls,
  type Answered,
  type ChildrenHead,
  type ListChildren,
  type ObjectContract,
  type PageHead,
  type Reference,
  type ResolveReferences,
  type ServiceName,
  type WantedChildren,
} from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Rpc, type Lines } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { innerEnvelope } from '../http/envelope.js';
import { addTails, ChildTails } from './child-tails.js';
import type { WantedRelations } from './query-parameters.js';

/** Objects as JSON text to be `stamped`, complete but for the envelope; `read`: other services had a part in them. */
export interface Completed {
  texts: string[];
  more: boolean;
  read: boolean;
}

/** Most children of one object. */
const childLimit = 1000;

/** Each attribute of an answer once: `include` wins over `list`. */
const asked = ({ count, list, include }: WantedRelations): WantedChildren[] => {
  const wanted = { count, list: list.filter((child) => !include.includes(child)), include };
  return (['count', 'list', 'include'] as const).flatMap((want) =>
    wanted[want].map((child) => ({ want, child, limit: childLimit })),
  );
};

/** Who knows the children of this name. */
const serviceOf = (object: ObjectContract, child: string): ServiceName | undefined =>
  allRelations.children(object).get(child)?.service;

/** References of which only the uuid is known, by what they lead to, by the service that knows that. */
type OpenReferences = Map<ServiceName, Map<string, Reference[]>>;

/** Completes objects with what they refer to, with one request per service and relation, never per row. */
@Injectable()
export class Related {
  constructor(private readonly rpc: Rpc) {}

  /** The children that the service of a page's objects answers together with the page. */
  withPage(object: ObjectContract, relations: WantedRelations): WantedChildren[] {
    return asked(relations).filter(({ child }) => serviceOf(object, child) === object.service);
  }

  /** Whether objects are answered as they come from their service. */
  isComplete(object: ObjectContract, relations: WantedRelations): boolean {
    return this.allWithPage(object, relations)?.length === 0;
  }

  /** What of a page's objects comes with them, where nothing else is added or changed; else undefined. */
  allWithPage(object: ObjectContract, relations: WantedRelations): WantedChildren[] | undefined {
    const { expand, parts } = relations;
    const wanted = asked(relations);
    const isOwn = wanted.every(({ child }) => serviceOf(object, child) === object.service);
    return isOwn && expand.length + parts.length === 0 && !allRelations.namesOthers(object)
      ? wanted
      : undefined;
  }

  /** Completes a page that was asked for with the children above. */
  async page(
    object: ObjectContract,
    { head, texts }: Lines<PageHead>,
    relations: WantedRelations,
    ctx: CallContext,
  ): Promise<Completed> {
    const wanted = asked(relations);
    const elsewhere = wanted.filter(({ child }) => serviceOf(object, child) !== object.service);
    const own = texts.slice(0, head.objects);
    const { expand, parts } = relations;
    const read = allRelations.namesOthers(object) || elsewhere.length + expand.length + parts.length > 0;
    const views = read ? own.map(answeredIn) : [];
    for (const view of views) for (const part of parts) envelopPart(view, part);
    const [found] = await Promise.all([
      this.children(object, views, elsewhere, ctx),
      this.references(object, views, relations, ctx),
    ]);
    const tails = new ChildTails(head.objects);
    let at = head.objects;
    let inPage = 0;
    for (const each of wanted) {
      if (elsewhere.includes(each)) {
        const { head: heads, texts: included } = found[elsewhere.indexOf(each)];
        tails.add(each, heads, included, 0);
      } else {
        const heads = head.children?.[inPage] ?? [];
        at = tails.add(each, heads, texts, at);
        inPage += 1;
      }
    }
    const complete = addTails(read ? views.map((view) => JSON.stringify(view)) : own, tails);
    return { texts: complete, more: head.more || complete.length < head.objects, read };
  }

  /** Completes one object, as JSON text to be `stamped`. */
  async single(
    object: ObjectContract,
    view: Answered,
    relations: WantedRelations,
    ctx: CallContext,
  ): Promise<string> {
    const wanted = asked(relations);
    const [found] = await Promise.all([
      this.children(object, [view], wanted, ctx),
      this.references(object, [view], relations, ctx),
    ]);
    const tails = new ChildTails(1);
    wanted.forEach((each, index) => tails.add(each, found[index].head, found[index].texts, 0));
    return addTails([JSON.stringify(view)], tails)[0];
  }

  /** Completes the references of views, in place. */
  async references(
    object: ObjectContract,
    views: Answered[],
    { expand }: Pick<WantedRelations, 'expand'>,
    ctx: CallContext,
  ): Promise<void> {
    await this.resolve(object, views, ctx);
    await Promise.all(expand.map((name) => this.expand(object, views, name, ctx)));
  }

  /** Fills in the id and type of references that a service knows by uuid only. */
  private async resolve(object: ObjectContract, views: Answered[], ctx: CallContext): Promise<void> {
    await Promise.all(
      [...openIn(object, views)].map(async ([service, open]) => {
        const subject = relationCalls[service].references;
        if (!subject) return;
        const wanted: ResolveReferences = {};
        for (const [target, references] of open)
          wanted[target] = [...new Set(references.map(({ uuid }) => uuid))];
        const found = await this.rpc.call(subject, ctx, wanted);
        for (const [target, references] of open)
          for (const reference of references) Object.assign(reference, found[target]?.[reference.uuid]);
      }),
    );
  }

  private async expand(
    object: ObjectContract,
    views: Answered[],
    name: string,
    ctx: CallContext,
  ): Promise<void> {
    const target = allRelations.references(object).get(name) ?? '';
    const service = allRelations.serviceOf(target);
    const named = views.map((view) => view[name]).map((value) => (isReference(value) ? value.uuid : ''));
    const uuids = [...new Set(named)].filter((uuid) => uuid !== '');
    const subject = service && relationCalls[service].expand;
    if (uuids.length === 0 || !subject) return;
    const found = await this.rpc.call(subject, ctx, { object: target, uuids });
    const full = allRelations.object(target);
    if (full) await this.resolve(full, Object.values(found), ctx);
    views.forEach((view, index) => {
      const linked = found[named[index]];
      if (linked) view[name] = innerEnvelope(linked);
    });
  }

  private children(
    object: ObjectContract,
    views: Answered[],
    wanted: WantedChildren[],
    ctx: CallContext,
  ): Promise<Pick<Lines<ChildrenHead[]>, 'head' | 'texts'>[]> {
    const parents = views.map((view) => String(view.uuid));
    return Promise.all(
      wanted.map(async (each) => {
        const child = allRelations.children(object).get(each.child);
        const subject = child && relationCalls[child.service].children;
        if (!subject || parents.length === 0) return { head: [], texts: [] };
        const question: ListChildren = { parent: object.name, parents, ...each };
        const { head, texts } = await this.rpc.lines(subject, ctx, question);
        return { head, texts: await this.included(child, texts, ctx) };
      }),
    );
  }

  /** Included objects, with what they name of other services. */
  private async included(
    object: ObjectContract,
    texts: readonly string[],
    ctx: CallContext,
  ): Promise<readonly string[]> {
    if (texts.length === 0 || !allRelations.namesOthers(object)) return texts;
    const views = texts.map(answeredIn);
    await this.resolve(object, views, ctx);
    return views.map((view) => JSON.stringify(view));
  }
}

/** A full object inside of an object gets an envelope of its own. */
const envelopPart = (view: Answered, name: string): void => {
  const part = view[name];
  if (typeof part === 'object' && part !== null) view[name] = innerEnvelope(part);
};

const openIn = (object: ObjectContract, views: readonly Answered[]): OpenReferences => {
  const open: OpenReferences = new Map();
  for (const [name, target] of allRelations.references(object)) {
    const service = allRelations.serviceOf(target);
    if (service === undefined) continue;
    const references = views
      .map((view) => view[name])
      .filter(isReference)
      .filter(({ id }) => id === undefined);
    if (references.length === 0) continue;
    const known = open.get(service) ?? new Map<string, Reference[]>();
    open.set(service, known.set(target, [...(known.get(target) ?? []), ...references]));
  }
  return open;
};
