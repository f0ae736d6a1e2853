import { DomainError, fairPlaces, shareOf, Turns, type Principal } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';

/** Bytes of uploads of indexes that are in memory at a time: each is there whole, and read it takes some times that. */
const most = 32 << 20;
/** A call of the gateway is given up after ten seconds (ms). */
const patience = 8_000;

/** Memory for uploads of indexes: a company has three quarters of it, an account a quarter. */
@Injectable()
export class IndexMemory {
  private readonly turns = new Turns(fairPlaces(most), fairPlaces(2_048), patience);

  /** `bytes`: of the upload, at most. @throws DomainError `unavailable` when it does not get them in time */
  run<T>(principal: Principal, bytes: number, work: () => Promise<T>): Promise<T> {
    const parties = [principal.company.uuid, shareOf(principal)];
    return this.turns.run({ parties, places: bytes }, work, () => {
      throw DomainError.unavailable('too many large indexes are uploaded at the same time');
    });
  }
}
