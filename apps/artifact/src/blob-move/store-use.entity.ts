import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which stores a process of the service has, which may have ended since. */
@Entity('store_use')
export class StoreUseRow {
  @PrimaryColumn('uuid') process!: string;
  @Column('text') target!: string;
  @Column('text', { nullable: true }) former!: string | null;
  /** It counts for so long. */
  @Column('timestamptz') until!: Date;
}
