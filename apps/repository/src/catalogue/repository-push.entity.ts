import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * When the refs of a repository last changed. A table of its own: every change writes it, and nobody who holds the row
 * of the catalogue is waited for.
 */
@Entity('repository_push')
export class RepositoryPushRow {
  @PrimaryColumn('uuid')
  repository!: string;

  @Column('timestamptz')
  at!: Date;
}
