import type { ProjectRole } from '@holdfast/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A group's role in a project, which counts as each member's own. */
@Entity('project_group')
@Index('project_group_group', { synchronize: false })
export class ProjectGroupRow {
  @ForeignKey('project', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  project_uuid!: string;
  @ForeignKey('group', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  group_uuid!: string;
  @Column('text') role!: ProjectRole;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}
