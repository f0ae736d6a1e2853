import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { StoreOwnerRow } from './store-owner.entity.js';

@Injectable()
export class StoreOwnerStore {
  constructor(private readonly source: DataSource) {}

  /** As whom this database claims its store of blobs. */
  async uuid(): Promise<string> {
    const [{ uuid }] = await this.source.manager.find(StoreOwnerRow);
    return uuid;
  }
}
