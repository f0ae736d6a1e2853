import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What a repository stores, as the service that keeps its bytes told. The sums over projects and companies stand in
 * their rows. No foreign keys: bytes may outlive the row of their project.
 */
@Entity('storage_usage')
export class StorageUsageRow {
  @PrimaryColumn('uuid') repositoryUuid!: string;
  @Column('uuid') projectUuid!: string;
  @Column('uuid') companyUuid!: string;
  @Column('bigint') bytes!: string;
  /** Of the report; an older one changes nothing. */
  @Column('bigint') version!: string;
}
