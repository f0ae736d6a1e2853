import { Entity, PrimaryColumn } from 'typeorm';

/** As whom this database claims its store of blobs; there is one row. What is restored elsewhere gets another one. */
@Entity('store_owner')
export class StoreOwnerRow {
  @PrimaryColumn('uuid') uuid!: string;
}
