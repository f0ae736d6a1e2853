import { Entity, PrimaryColumn } from 'typeorm';

/**
 * Whoever gives an id in a project holds its row. An advisory lock would do, but every role of the database could hold
 * that one too.
 */
@Entity({ name: 'project_ids' })
export class ProjectIdsRow {
  @PrimaryColumn('uuid')
  project!: string;
}
