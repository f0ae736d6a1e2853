import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A repository that was found damaged when it was looked through last. */
@Entity({ name: 'repository_damage' })
export class RepositoryDamageRow {
  @ForeignKey('repository', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  repository!: string;

  /** When it was found. */
  @Column('timestamptz')
  since!: Date;

  @Column('timestamptz')
  seenAt!: Date;

  /** How much is wrong, and the first lines of it. */
  @Column('int')
  count!: number;

  @Column('text', { array: true })
  lines!: string[];
}
