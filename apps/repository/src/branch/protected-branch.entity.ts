import { Entity, PrimaryColumn } from 'typeorm';

/** A branch that is protected. Branches themselves are refs, not rows. */
@Entity({ name: 'protected_branch' })
export class ProtectedBranchRow {
  @PrimaryColumn('uuid')
  repository!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  name!: string;
}
