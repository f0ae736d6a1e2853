import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { passwordStands } from './password-standing.query.js';

/** Whose passwords count. */
@Injectable()
export class PasswordStanding {
  constructor(private readonly source: DataSource) {}

  /** By the uuid of an account: one statement, whatever it is and whether there is one. */
  of(account: string): Promise<boolean> {
    return passwordStands(this.source, account);
  }
}
