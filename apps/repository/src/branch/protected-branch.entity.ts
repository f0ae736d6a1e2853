import { Entity, PrimaryColumn } from 'typeorm';

/** A branch that is protected. Branches themselves are refs, not rows. */
@Entity({ name: 'protected_branch' })
export class ProtectedBranchRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'protected_branch_pkey' })
  repository!: string;

  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'protected_branch_pkey' })
  name!: string;
}
