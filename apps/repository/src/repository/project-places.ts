import {
  identityCalls,
  seesProject,
  standingOf,
  type ResolvedReferences,
  type ResolveReferences,
  type StandingAnswer,
} from '@holdfast/contracts';
import { actor, type CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';

export interface ProjectPlace {
  uuid: string;
  id: string;
}

/** The ids that projects have now, asked of identity unless the call is about the project itself. By uuid. */
@Injectable()
export class ProjectPlaces {
  constructor(private readonly rpc: Rpc) {}

  /** Of projects that the caller was shown already. */
  async shown(ctx: CallContext, uuids: readonly string[]): Promise<Map<string, ProjectPlace>> {
    const wanted = [...new Set(uuids)];
    const places = new Map<string, ProjectPlace>();
    if (ctx.project && wanted.includes(ctx.project.uuid)) places.set(ctx.project.uuid, ctx.project);
    const open = wanted.filter((uuid) => !places.has(uuid));
    if (open.length === 0) return places;
    const asked: ResolveReferences = { projects: open };
    const { projects } = await this.rpc.call<ResolvedReferences>(identityCalls.references, ctx, asked);
    for (const place of Object.values(projects)) places.set(place.uuid, place);
    return places;
  }

  /** Of those that the caller may see; the others are absent. */
  async visible(ctx: CallContext, uuids: readonly string[]): Promise<Map<string, ProjectPlace>> {
    const places = new Map<string, ProjectPlace>();
    await Promise.all(
      [...new Set(uuids)].map(async (uuid) => {
        const { caller, project } = await this.standing(ctx, uuid);
        if (caller && project && seesProject(caller, project)) places.set(uuid, project);
      }),
    );
    return places;
  }

  private async standing(ctx: CallContext, uuid: string): Promise<StandingAnswer> {
    const caller = actor(ctx);
    if (uuid === ctx.project?.uuid) return { caller, project: ctx.project };
    return this.rpc.call<StandingAnswer>(identityCalls.standing, ctx, standingOf(caller, { uuid }));
  }
}
