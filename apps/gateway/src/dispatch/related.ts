import {
  allObjects,
  answeredIn,
  identityCalls,
  isReference,
  repositoryCalls,
  type Answered,
  type Child,
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
import { envelope } from '../http/envelope.js';
import { addTails, ChildTails } from './child-tails.js';
import type { Relations } from './query-parameters.js';

/** Objects as JSON text, complete but for the envelope; `read`: other services had a part in them. */
export interface Completed {
  texts: string[];
  more: boolean;
  read: boolean;
}

/** Most children of one object. */
const childLimit = 1000;

const childrenCalls = {
  identity: identityCalls.children,
  repository: repositoryCalls.children,
  artifact: undefined,
};
const expandCalls = {
  identity: identityCalls.expand,
  repository: repositoryCalls.expand,
  artifact: undefined,
};

/** Each attribute of an answer once: `include` wins over `list`. */
const asked = ({ count, list, include }: Relations): WantedChildren[] => {
  const wanted = { count, list: list.filter((child) => !include.includes(child)), include };
  return (['count', 'list', 'include'] as const).flatMap((want) =>
    wanted[want].map((child) => ({ want, child, limit: childLimit })),
  );
};

const serviceOf = (object: ObjectContract, child: string): ServiceName =>
  object.children?.[child]?.service ?? 'identity';

/** Whether an object names others that its service knows by uuid only; identity knows all accounts and projects. */
const namesOthers = ({ service, attributes }: ObjectContract): boolean =>
  service !== 'identity' &&
  Object.values(attributes).some(
    ({ reference }) => reference !== undefined && allObjects.get(reference)?.service !== service,
  );

/** Completes objects with what they refer to, with one request per service and relation, never per row. */
@Injectable()
export class Related {
  constructor(private readonly rpc: Rpc) {}

  /** The children that the service of a page's objects answers together with the page. */
  withPage(object: ObjectContract, relations: Relations): WantedChildren[] {
    return asked(relations).filter(({ child }) => serviceOf(object, child) === object.service);
  }

  /** Completes a page that was asked for with the children above. */
  async page(
    object: ObjectContract,
    { head, texts }: Lines<PageHead>,
    relations: Relations,
    ctx: CallContext,
  ): Promise<Completed> {
    const wanted = asked(relations);
    const elsewhere = wanted.filter(({ child }) => serviceOf(object, child) !== object.service);
    const own = texts.slice(0, head.objects);
    const read = namesOthers(object) || elsewhere.length > 0 || relations.expand.length > 0;
    const views = read ? own.map(answeredIn) : [];
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

  /** Completes one object, as JSON text. */
  async single(
    object: ObjectContract,
    view: Answered,
    relations: Relations,
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
    { expand }: Pick<Relations, 'expand'>,
    ctx: CallContext,
  ): Promise<void> {
    await this.resolve(object, views, ctx);
    await Promise.all(expand.map((name) => this.expand(object, views, name, ctx)));
  }

  /** Fills in the id and type of references that a service knows by uuid only. */
  private async resolve(object: ObjectContract, views: Answered[], ctx: CallContext): Promise<void> {
    const open: { reference: Reference; kind: 'accounts' | 'projects' }[] = [];
    for (const [name, attribute] of Object.entries(object.attributes)) {
      if (!attribute.reference) continue;
      const kind = attribute.reference === 'project' ? 'projects' : 'accounts';
      for (const view of views) {
        const reference = view[name];
        if (isReference(reference) && reference.id === undefined) open.push({ reference, kind });
      }
    }
    if (open.length === 0) return;
    const wanted: ResolveReferences = {};
    for (const { reference, kind } of open) (wanted[kind] ??= []).push(reference.uuid);
    for (const kind of ['accounts', 'projects'] as const)
      if (wanted[kind]) wanted[kind] = [...new Set(wanted[kind])];
    const found = await this.rpc.call(identityCalls.references, ctx, wanted);
    for (const { reference, kind } of open) Object.assign(reference, found[kind]?.[reference.uuid]);
  }

  private async expand(
    object: ObjectContract,
    views: Answered[],
    name: string,
    ctx: CallContext,
  ): Promise<void> {
    const target = object.expandable?.[name] ?? '';
    const service = allObjects.get(target)?.service ?? 'identity';
    const named = views.map((view) => view[name]).map((value) => (isReference(value) ? value.uuid : ''));
    const uuids = [...new Set(named)].filter((uuid) => uuid !== '');
    const subject = expandCalls[service];
    if (uuids.length === 0 || !subject) return;
    const found = await this.rpc.call(subject, ctx, { object: target, uuids });
    const full = allObjects.get(target);
    if (full) await this.resolve(full, Object.values(found), ctx);
    views.forEach((view, index) => {
      const linked = found[named[index]];
      if (linked) view[name] = envelope(200, linked);
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
        const subject = childrenCalls[serviceOf(object, each.child)];
        if (!subject || parents.length === 0) return { head: [], texts: [] };
        const question: ListChildren = { parent: object.name, parents, ...each };
        const { head, texts } = await this.rpc.lines(subject, ctx, question);
        return { head, texts: await this.included(object.children?.[each.child], texts, ctx) };
      }),
    );
  }

  /** Included objects, with the accounts and projects that they name. */
  private async included(
    child: Child | undefined,
    texts: readonly string[],
    ctx: CallContext,
  ): Promise<readonly string[]> {
    const object = allObjects.get(child?.object ?? '');
    if (texts.length === 0 || !object || !namesOthers(object)) return texts;
    const views = texts.map(answeredIn);
    await this.resolve(object, views, ctx);
    return views.map((view) => JSON.stringify(view));
  }
}
