import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A blob whose removal was begun and not answered: it may vanish at any time before `until`. */
@Entity('doomed_blob')
export class DoomedBlobRow {
  /** SHA-256, lower-case hex. */
  @PrimaryColumn('text') digest!: string;
  @Column('timestamptz') until!: Date;
}
