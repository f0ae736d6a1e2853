import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'stopped';

/** Long work on one repository, which somebody has asked for, with what came of it. */
@Entity({ name: 'job' })
@Index('job_waiting', ['node', 'company', 'lowest', 'dueAt'], { where: `state = 'queued'` })
@Index('job_queued_once', ['repository', 'kind'], { unique: true, where: `state = 'queued'` })
@Index('job_running_once', ['repository'], { unique: true, where: `state = 'running'` })
@Index('job_repository', ['repository', 'askedAt'])
@Index('job_ended_at', ['endedAt'], { where: 'ended_at is not null' })
export class JobRow {
  @PrimaryColumn('uuid')
  uuid!: string;

  /** The name of its `JobKind`. */
  @Column({ type: 'text', collation: 'C' })
  kind!: string;

  @ForeignKey('repository', { onDelete: 'CASCADE' })
  @Column('uuid')
  repository!: string;

  /** Of the repository: companies have turns. */
  @Column('uuid')
  company!: string;

  /** The storage node that does it. */
  @Column({ type: 'text', collation: 'C' })
  node!: string;

  /** Uuid of the account that asked for it; null: the operator, or the product itself. */
  @Column('uuid', { nullable: true })
  askedBy!: string | null;

  /** As its kind says; never a secret. */
  @Column('jsonb')
  payload!: unknown;

  @Column({ type: 'text', collation: 'C' })
  state!: JobState;

  /** It is done when nothing else waits, one at a time on a node. */
  @Column('boolean')
  lowest!: boolean;

  /** Whether somebody wants it to end. */
  @Column('boolean')
  stopping!: boolean;

  /** 0 to 100; null: nobody knows. */
  @Column('smallint', { nullable: true })
  percent!: number | null;

  /** What is being done, in one line. */
  @Column('text')
  doing!: string;

  /** What came of it, as its kind says; null before it is done. */
  @Column('jsonb', { nullable: true })
  result!: unknown;

  /** Why it has failed, in one line. */
  @Column('text', { nullable: true })
  error!: string | null;

  /** How often it has been begun, starts after an orderly end of the service left out. */
  @Column('int')
  attempts!: number;

  /** Made up by the process that does it, at its start; null: nobody does. */
  @Column('uuid', { nullable: true })
  runner!: string | null;

  @Column('timestamptz')
  askedAt!: Date;

  /** It is not begun before. */
  @Column('timestamptz')
  dueAt!: Date;

  @Column('timestamptz', { nullable: true })
  begunAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}
