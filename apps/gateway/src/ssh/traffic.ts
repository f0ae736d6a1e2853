import type { SshKeyHolder } from '@holdfast/contracts';
import { addressBlock } from '@holdfast/kernel';
import { bucketOf, filled, TokenBuckets, waitFor, type Bucket } from '../rates/token-buckets.js';
import type { Pacer } from './paced-socket.js';

/** What somebody sends who has not logged in: stock clients come with a few keys and KiB (bytes). */
const mostUnknown = 64 << 10;
/** The longest packet (bytes). Its beginning may be that of data, which show when all of it has come. */
const longestPacket = 36 << 10;

/**
 * Bytes of overhead: all that comes of a client but the data of its channels, the frames of these data included. A
 * packet has 36 bytes at least, so they say how many packets there are, and each costs time, whatever is in it.
 */
const rates = {
  /** A connection that is above it is ended. */
  connection: { perSecond: 64 << 10, burst: 1 << 20 },
  /** Those of one address before their login, of one account and of one company are read no faster. */
  address: { perSecond: 512 << 10, burst: 4 << 20 },
  account: { perSecond: 128 << 10, burst: 2 << 20 },
  company: { perSecond: 512 << 10, burst: 8 << 20 },
};

/**
 * Overhead that comes on top of the rates for what is carried: a part of the data, so that clients may write them in
 * small pieces, and a part of what they get, for which they say again and again that there is room for more.
 */
const free = { connection: { data: 1 / 2, written: 1 / 32 }, shared: { data: 1 / 16, written: 1 / 32 } };

/** What connections share. */
export class TrafficBuckets {
  readonly addresses = new TokenBuckets(rates.address);
  readonly accounts = new TokenBuckets(rates.account);
  readonly companies = new TokenBuckets(rates.company);
}

/** What has been, in bytes. */
interface Sums {
  overhead: number;
  data: number;
  written: number;
}

/** How much a connection sends besides the data that it is there for. */
export class Traffic implements Pacer {
  private taken = 0;
  private data = 0;
  private settled: Sums = { overhead: 0, data: 0, written: 0 };
  private readonly own: Bucket;
  /** Of each account that has its key: that of the account and that of its company. */
  private shared: (() => Bucket[])[];
  private isKnown = false;

  constructor(
    private readonly buckets: TrafficBuckets,
    address: string,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.own = bucketOf(rates.connection, now());
    const block = addressBlock(address);
    this.shared = [() => [buckets.addresses.of(block, now())]];
  }

  /** Its client has logged in, with a key of these accounts. */
  countFor(holders: readonly SshKeyHolder[]): void {
    const { buckets, now } = this;
    this.isKnown = true;
    this.shared = holders.map(({ share, company }) => () => [
      buckets.accounts.of(share, now()),
      buckets.companies.of(company.uuid, now()),
    ]);
  }

  /** Data have come over a channel. */
  came(bytes: number): void {
    this.data += bytes;
  }

  /** Anybody may store somebody's public key: it is not slower for what others do who have it too. */
  wait(): number {
    const waits = this.shared.map((buckets) => Math.max(...buckets().map((bucket) => waitFor(bucket, 1))));
    return Math.ceil(Math.min(...waits) * 1000);
  }

  took(bytes: number, written: number): boolean {
    this.taken += bytes;
    const { data, settled } = this;
    const beginning = this.isKnown ? longestPacket : 0;
    const overhead = Math.max(settled.overhead, this.taken - data - beginning);
    const more: Sums = {
      overhead: overhead - settled.overhead,
      data: data - settled.data,
      written: written - settled.written,
    };
    this.settled = { overhead, data, written };
    for (const bucket of this.shared.flatMap((buckets) => buckets())) charge(bucket, more, free.shared);
    charge(filled(this.own, this.now()), more, free.connection);
    return this.own.tokens >= 0 && (this.isKnown || this.taken <= mostUnknown);
  }
}

const charge = (bucket: Bucket, { overhead, data, written }: Sums, share: Omit<Sums, 'overhead'>): void => {
  const earned = data * share.data + written * share.written;
  bucket.tokens = Math.min(bucket.rate.burst, bucket.tokens + earned) - overhead;
};
