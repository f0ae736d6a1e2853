import type { colors } from '@holdfast/contracts';
import { columnsOf, shortOf, type LongColumns } from '@holdfast/platform/persistence';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('project')
@Index('project_id_key', ['companyUuid', 'id'], { unique: true })
@Index('project_name_key', ['companyUuid', 'name'], { unique: true, where: 'deleted_at is null' })
@Index('project_active', { synchronize: false })
@Index('project_deactivated', { synchronize: false })
@Index('project_updated', ['companyUuid', 'updatedAt'])
@Index('project_by_name', ['companyUuid', 'name', 'id'], { where: 'deleted_at is null' })
@Index('project_by_creation', ['companyUuid', 'createdAt', 'id'], { where: 'deleted_at is null' })
@Index('project_by_update', ['companyUuid', 'updatedAt', 'id'], { where: 'deleted_at is null' })
@Index('project_search', { synchronize: false })
export class ProjectRow {
  @PrimaryColumn('uuid') uuid!: string;
  @ForeignKey('company', { onDelete: 'CASCADE' })
  @Column('uuid')
  companyUuid!: string;
  @Column({ type: 'text', collation: 'C' }) id!: string;
  @Column('text') name!: string;
  @Column('text') visibility!: 'company' | 'members';
  @Column('text') color!: (typeof colors)[number];
  @Column('text', { array: true }) labels!: string[];
  @Column('text') description!: string;
  @Column('jsonb') properties!: object;
  /** Bytes; null: no limit of its own. */
  @Column('bigint', { nullable: true }) storageLimit!: string | null;
  /** Bytes that its repositories store, kept by the ledger. */
  @Column('bigint', { default: 0 }) storageUsed!: string;
  /** What it is searched by: its id, name and description. Never answered. */
  @Column('text') searchText!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
  @Column('text', { nullable: true }) oldId!: string | null;
}

const unshown = ['companyUuid', 'searchText'] as const;

/** Of a project these may have a hundred KiB: a thousand labels, and attributes of one's own. */
export const longOfProject: LongColumns = {
  table: 'project',
  texts: {
    labels: (column) => `to_json(${column})::text`,
    properties: (column) => `${column}::text`,
  },
};

/** What lists read of a project: all that an answer shows. */
export type ShownProject = Omit<ProjectRow, (typeof unshown)[number]>;

export const shownProjects = [
  columnsOf(ProjectRow, 'p', [...unshown, 'labels', 'properties']),
  shortOf(longOfProject, 'p'),
].join(', ');
