import type { ProjectRole } from '@holdfast/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A group's role in a project, which counts as each member's own. */
@Entity('project_group')
@Index('project_group_group', { synchronize: false })
export class ProjectGroupRow {
  @PrimaryColumn('uuid') project_uuid!: string;
  @PrimaryColumn('uuid') group_uuid!: string;
  @Column('text') role!: ProjectRole;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}
