import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A repository that a group serves. */
export interface MemberRepository {
  uuid: string;
  id: string;
  redeploy: boolean;
}

/** The repository out of which another one was made, as it is called now. */
export interface ForkSource {
  uuid: string;
  id: string;
  /** Uuid. */
  project: string;
}

export type MirrorDirection = 'pull' | 'push';

/** A job as far as it shows how an import stands. */
export interface ImportNow {
  state: 'queued' | 'running' | 'done' | 'failed' | 'stopped';
  percent: number | null;
  error: string | null;
}

/** The other side of a mirror, without its password. */
export interface MirrorNow {
  direction: MirrorDirection;
  url: string;
  username: string | null;
  /** Seconds. */
  interval: number;
  enabled: boolean;
  /** As JSON has it. */
  lastAt: string | null;
  error: string | null;
}

export type Policy = 'release' | 'snapshot' | 'mixed';

/** One repository of the catalogue, of whatever kind. Ids of companies and projects change and are not kept. */
@Entity({ name: 'repository' })
@Index('repository_project_id', ['project', 'id'], { unique: true })
@Index('repository_project_updated_at', ['project', 'updatedAt'])
@Index('repository_node', ['node', 'uuid'])
@Index('repository_node_checked_at', ['node', 'checkedAt'], { where: 'deleted_at is null' })
@Index('repository_id_trigram', { synchronize: false })
@Index('repository_description_trigram', { synchronize: false })
export class RepositoryRow {
  @PrimaryColumn('uuid')
  uuid!: string;

  @Column('uuid')
  company!: string;

  @Column('uuid')
  project!: string;

  /** Unique in the project over active and deactivated repositories alike. */
  @Column({ type: 'text', collation: 'C' })
  id!: string;

  @Column('text')
  type!: string;

  /** The storage node that holds the data; of kinds without a directory, one that made it. */
  @Column('text')
  node!: string;

  @Column('text')
  defaultIdentifier!: string;

  /** Null: as the default identifier. */
  @Column('text', { nullable: true })
  defaultBaseBranch!: string | null;

  @Column('text')
  description!: string;

  @Column('jsonb')
  properties!: object;

  /** Artifact types that are no group only, as is `redeploy`. */
  @Column('text', { nullable: true })
  policy!: Policy | null;

  @Column('boolean', { nullable: true })
  redeploy!: boolean | null;

  /** Kinds that lay out only: it was made with the usual directories. */
  @Column('boolean', { nullable: true })
  layout!: boolean | null;

  /** Whether it was imported, or is to be: then the newest job of this may be known. */
  @Column('boolean', { default: false })
  imported!: boolean;

  /** Whether it follows a repository elsewhere, or is followed by one; null: neither. */
  @Column('text', { nullable: true })
  mirror!: MirrorDirection | null;

  /** No column: how its newest import stands, as the statements of the catalogue read it. */
  importNow?: ImportNow | null;

  /** No column: the other side of a mirror, as the statements of the catalogue read it. */
  mirrorNow?: MirrorNow | null;

  /** Groups only: uuids of repositories of the project, in their order. Some may be deactivated or purged by now. */
  @Column('uuid', { array: true, nullable: true })
  members!: string[] | null;

  /** No column: those of `members` that are there, as the statements of the catalogue read them. */
  membersThere?: MemberRepository[] | null;

  /** No column: when its refs last changed, as the statements of the catalogue read it. */
  pushedAt?: Date | null;

  /** Forks only: the uuid of what it was made out of, which may have been purged by now. */
  @Column('uuid', { nullable: true })
  forkedFrom!: string | null;

  /** No column: what `forkedFrom` is now, as the statements of the catalogue read it. Not everybody may know it. */
  source?: ForkSource | null;

  /** No column: the same where somebody may know it for whom the row was read. */
  origin?: Omit<ForkSource, 'project'> | undefined;

  /** Bytes; null: no limit of its own. */
  @Column('bigint', { nullable: true })
  storageLimit!: string | null;

  /** Bytes, as far as whoever keeps them has told. */
  @Column('bigint', { default: 0 })
  storageUsed!: string;

  /** Of that report: an older one changes nothing. */
  @Column('bigint', { default: 0 })
  storageVersion!: string;

  @Column('uuid')
  creator!: string;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  updatedAt!: Date;

  /** When it was looked through for damage last; at first when it was made. */
  @Column('timestamptz')
  checkedAt!: Date;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;

  @Column('text', { nullable: true })
  oldId!: string | null;
}
