import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * A repository that is being copied to another node. Only as long as it is here the catalogue may give the repository
 * to that node: whoever takes it away knows that nobody will.
 */
@Entity({ name: 'repository_move' })
export class RepositoryMoveRow {
  @ForeignKey('repository', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  repository!: string;

  /** Another one for each attempt. */
  @Column('uuid')
  name!: string;

  @Column('text')
  source!: string;

  @Column('text')
  target!: string;
}
