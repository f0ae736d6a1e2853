import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Room under the limit of the installation for an upload that is on its way. It counts until it expires. */
@Entity('staging_lease')
export class StagingLeaseRow {
  @PrimaryColumn('uuid') uuid!: string;
  @Column('bigint') bytes!: string;
  @Column('timestamptz') expiresAt!: Date;
}
