import type { ProjectRole } from '@holdfast/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user's, collaborator's or bot's direct role in a project. */
@Entity('project_account')
@Index('project_account_account', { synchronize: false })
export class ProjectAccountRow {
  @ForeignKey('project', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  project_uuid!: string;
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  account_uuid!: string;
  @Column('text') role!: ProjectRole;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}
