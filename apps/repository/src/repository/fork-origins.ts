import type { CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { VisibleProjects } from './visible-projects.js';

/** Tells callers what repositories were made out of, where they may know it. */
@Injectable()
export class ForkOrigins {
  constructor(private readonly visible: VisibleProjects) {}

  /** The rows, with the origin of each whose project the caller may see; identity is asked once for all of them. */
  async shown(ctx: CallContext, rows: readonly RepositoryRow[]): Promise<RepositoryRow[]> {
    const projects = rows.flatMap(({ source }) => (source ? [source.project] : []));
    if (projects.length === 0) return [...rows];
    const places = await this.visible.among(ctx, projects);
    return rows.map((row) => {
      const { source } = row;
      if (!source || !places.has(source.project)) return row;
      return { ...row, origin: { id: source.id, uuid: source.uuid } };
    });
  }
}
