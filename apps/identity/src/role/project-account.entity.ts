import type { ProjectRole } from '@holdfast/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user's, collaborator's or bot's direct role in a project. */
@Entity('project_account')
@Index('project_account_account', { synchronize: false })
export class ProjectAccountRow {
  @ForeignKey('project', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectUuid!: string;
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  accountUuid!: string;
  @Column('text') role!: ProjectRole;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
