import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Room for bytes that are on their way. It counts until it expires. */
@Entity('storage_lease')
@Index('storage_lease_company', ['companyUuid'])
export class StorageLeaseRow {
  @PrimaryColumn('uuid') uuid!: string;
  @Column('uuid') companyUuid!: string;
  @Column('uuid') projectUuid!: string;
  @Column('uuid') repositoryUuid!: string;
  @Column('bigint') bytes!: string;
  @Column('timestamptz') expiresAt!: Date;
}
