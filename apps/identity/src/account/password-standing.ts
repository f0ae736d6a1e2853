import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AccountRow } from './account.entity.js';
import { passwordStands } from './password-standing.query.js';

/** Whose passwords count. */
@Injectable()
export class PasswordStanding {
  constructor(private readonly source: DataSource) {}

  of(account: Pick<AccountRow, 'uuid' | 'type'>): Promise<boolean> {
    return passwordStands(this.source, account);
  }
}
