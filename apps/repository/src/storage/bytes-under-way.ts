import { Injectable } from '@nestjs/common';

/**
 * What has come of transfers that are under way, by the directory that they write into. It is there under their leases:
 * where it counted as stored besides, parallel transfers would count twice.
 */
@Injectable()
export class BytesUnderWay {
  /** By the name of the lease. */
  private readonly come = new Map<string, Map<string, number>>();

  /** So many bytes in all have come, or come next, under this lease. */
  came(directory: string, lease: string, bytes: number): void {
    const leases = this.come.get(directory) ?? new Map<string, number>();
    this.come.set(directory, leases.set(lease, bytes));
  }

  /** These leases are no more, or not renewed any more. */
  end(directory: string, ended: readonly string[]): void {
    const leases = this.come.get(directory);
    for (const lease of ended) leases?.delete(lease);
    if (leases?.size === 0) this.come.delete(directory);
  }

  /** Bytes under all leases there. */
  in(directory: string): number {
    let sum = 0;
    for (const bytes of this.come.get(directory)?.values() ?? []) sum += bytes;
    return sum;
  }
}
