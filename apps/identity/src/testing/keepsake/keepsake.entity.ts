import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('keepsake')
@Index('keepsake_id_key', ['projectUuid', 'id'], { unique: true })
export class KeepsakeRow {
  @PrimaryColumn('uuid') uuid!: string;
  @ForeignKey('project', { onDelete: 'CASCADE' })
  @Column('uuid')
  projectUuid!: string;
  /** As they were then: this object lives as long as a test. */
  @Column('text') projectId!: string;
  @Column('uuid') creatorUuid!: string;
  @Column('text') creatorId!: string;
  @Column({ type: 'text', collation: 'C' }) id!: string;
  @Column('text') title!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
