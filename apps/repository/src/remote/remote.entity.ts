import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { MirrorDirection } from '../catalogue/repository.entity.js';

/** A repository elsewhere that one of ours is imported from, follows, or is followed by. */
@Entity({ name: 'remote' })
@Index('remote_due', ['due'], { where: 'due is not null' })
export class RemoteRow {
  @ForeignKey('repository', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  repository!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  purpose!: 'import' | 'mirror';

  /**
   * Another one whenever it is changed in what a work with it depends on: a work with the former is not wanted then.
   */
  @Column('uuid')
  version!: string;

  @Column('text')
  direction!: MirrorDirection;

  @Column('text')
  url!: string;

  @Column('text', { nullable: true })
  username!: string | null;

  /** The password as `SealedSecrets` has it. */
  @Column('text', { nullable: true })
  secret!: string | null;

  /** Whoever set it up (uuid): it is done in his name, and by what he may do. */
  @Column('uuid')
  account!: string;

  /** Of a bot, by which it acts. */
  @Column('text', { nullable: true })
  credential!: string | null;

  /** From where he did. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** Seconds between two looks at the other side. */
  @Column('int')
  interval!: number;

  @Column('boolean')
  enabled!: boolean;

  /** Null: nothing is to be done by itself. */
  @Column('timestamptz', { nullable: true })
  due!: Date | null;

  /** So often in a row it did not work. */
  @Column('int')
  failures!: number;

  /** When it worked last. */
  @Column('timestamptz', { nullable: true })
  lastAt!: Date | null;

  /** Why it did not work, where it did not the last time (`failures`); else what could not be had. */
  @Column('text', { nullable: true })
  error!: string | null;
}
