import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Room for bytes that are on their way. It counts until it expires. */
@Entity('storage_lease')
@Index('storage_lease_company', ['company_uuid'])
export class StorageLeaseRow {
  @PrimaryColumn('uuid') uuid!: string;
  @Column('uuid') company_uuid!: string;
  @Column('uuid') project_uuid!: string;
  @Column('uuid') repository_uuid!: string;
  @Column('bigint') bytes!: string;
  @Column('timestamptz') expires_at!: Date;
}
