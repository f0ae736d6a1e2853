import type { ProjectRole } from '@holdfast/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A group's role in a project, which counts as each member's own. */
@Entity('project_group')
@Index('project_group_group', { synchronize: false })
export class ProjectGroupRow {
  @ForeignKey('project', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectUuid!: string;
  @ForeignKey('group', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  groupUuid!: string;
  @Column('text') role!: ProjectRole;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
