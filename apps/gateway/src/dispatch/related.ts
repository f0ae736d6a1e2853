import {
  allObjects,
  identityCalls,
  repositoryCalls,
  type Children,
  type Expand,
  type Expanded,
  type ListChildren,
  type ObjectContract,
  type ObjectReference,
  type ResolvedReferences,
  type ResolveReferences,
  type ServiceName,
} from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { envelope } from '../http/envelope.js';
import type { Relations } from './query-parameters.js';

export type View = Record<string, unknown>;

/** Most children of one object, and of one answer. */
const childLimit = 1000;
const answerLimit = 10_000;

const childrenSubject: Partial<Record<ServiceName, string>> = {
  identity: identityCalls.children,
  repository: repositoryCalls.children,
};
const expandSubject: Partial<Record<ServiceName, string>> = {
  identity: identityCalls.expand,
  repository: repositoryCalls.expand,
};

/** Completes a page of objects with what they refer to, with one request per service and relation, never per row. */
@Injectable()
export class Related {
  constructor(private readonly rpc: Rpc) {}

  /** Completes the views in place; answers how many of them fit into the answer. */
  async complete(
    object: ObjectContract,
    views: View[],
    relations: Relations,
    ctx: CallContext,
  ): Promise<number> {
    await this.resolve(object, views, ctx);
    const [fitting] = await Promise.all([
      this.addChildren(object, views, relations, ctx),
      ...relations.expand.map((name) => this.expand(object, views, name, ctx)),
    ]);
    return fitting;
  }

  /** Fills in the id and type of references that a service knows by uuid only. */
  private async resolve(object: ObjectContract, views: View[], ctx: CallContext): Promise<void> {
    const open: { reference: Partial<ObjectReference>; kind: 'accounts' | 'projects' }[] = [];
    for (const [name, attribute] of Object.entries(object.attributes)) {
      if (!attribute.reference) continue;
      const kind = attribute.reference === 'project' ? 'projects' : 'accounts';
      for (const view of views) {
        const reference = view[name] as Partial<ObjectReference> | null | undefined;
        if (reference?.uuid && reference.id === undefined) open.push({ reference, kind });
      }
    }
    if (open.length === 0) return;
    const asked: ResolveReferences = {};
    for (const { reference, kind } of open) (asked[kind] ??= []).push(String(reference.uuid));
    for (const kind of ['accounts', 'projects'] as const)
      if (asked[kind]) asked[kind] = [...new Set(asked[kind])];
    const found = await this.rpc.call<ResolvedReferences>(identityCalls.references, ctx, asked);
    for (const { reference, kind } of open) Object.assign(reference, found[kind]?.[String(reference.uuid)]);
  }

  private async expand(object: ObjectContract, views: View[], name: string, ctx: CallContext): Promise<void> {
    const target = object.expandable?.[name] ?? '';
    const service = allObjects.get(target)?.service ?? 'identity';
    const references = views.map((view) => view[name] as ObjectReference | null | undefined);
    const uuids = [...new Set(references.flatMap((reference) => (reference?.uuid ? [reference.uuid] : [])))];
    const subject = expandSubject[service];
    if (uuids.length === 0 || !subject) return;
    const found = await this.rpc.call<Expanded>(subject, ctx, { object: target, uuids } satisfies Expand);
    views.forEach((view, index) => {
      const full = found[references[index]?.uuid ?? ''];
      if (full) view[name] = envelope(200, full);
    });
  }

  private async addChildren(
    object: ObjectContract,
    views: View[],
    relations: Relations,
    ctx: CallContext,
  ): Promise<number> {
    let fitting = views.length;
    const wanted = (['count', 'list', 'include'] as const).flatMap((want) =>
      relations[want].map((child) => ({ want, child })),
    );
    const parents = views.map((view) => String(view.uuid));
    const answers = await Promise.all(
      wanted.map(async ({ want, child }) => {
        const subject = childrenSubject[object.children?.[child]?.service ?? 'identity'];
        if (!subject || parents.length === 0) return {};
        const asked: ListChildren = { parent: object.name, parents, child, want, limit: childLimit };
        return this.rpc.call<Children>(subject, ctx, asked);
      }),
    );
    wanted.forEach(({ want, child }, index) => {
      let total = 0;
      views.forEach((view, at) => {
        const { count = 0, ids = [], objects = [], more } = answers[index][parents[at]] ?? {};
        if (want === 'count') view[`${child}_count`] = count;
        else view[child] = want === 'list' ? ids : objects.map((each) => envelope(200, each));
        if (want !== 'count' && more) view[`${child}_more_results`] = true;
        total += want === 'include' ? objects.length : 0;
        if (total > answerLimit && at > 0) fitting = Math.min(fitting, at);
      });
    });
    return fitting;
  }
}
