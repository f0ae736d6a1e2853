import type { BlobStore, StagedBlob, StagedElsewhere, SweepOptions, SweepReport } from '../blob-store.js';
import { PairedOwner } from './paired-owner.js';
import { orElse, PairedReader } from './paired-reader.js';

/**
 * Two stores as one, while blobs move from the other into the first: what is new goes into the first, what is not there
 * is read from the other, and what is removed goes from both. Nothing moves by itself.
 */
export class PairedBlobStore extends PairedReader implements BlobStore {
  readonly owner: PairedOwner;
  /** As long as in the one where they linger longest. */
  readonly removalLingers?: number;

  constructor(
    private readonly into: BlobStore,
    private readonly former: BlobStore,
  ) {
    super(into, former);
    this.owner = new PairedOwner(into.owner, former.owner);
    const lingers = Math.max(into.removalLingers ?? 0, former.removalLingers ?? 0);
    if (lingers > 0) this.removalLingers = lingers;
  }

  get stagesAt(): string {
    return this.into.stagesAt;
  }

  stage(source: AsyncIterable<Uint8Array>, options?: { readonly limit?: number }): Promise<StagedBlob> {
    return this.into.stage(source, options);
  }

  reaches(stagesAt: string): Promise<boolean> {
    return this.into.reaches(stagesAt);
  }

  adopt(staged: StagedElsewhere): StagedBlob {
    return this.into.adopt(staged);
  }

  read(digest: string, size: number): Promise<Buffer> {
    return orElse(
      () => this.into.read(digest, size),
      () => this.former.read(digest, size),
    );
  }

  async delete(digest: string): Promise<void> {
    await this.former.delete(digest);
    await this.into.delete(digest);
  }

  /** It may be in either. */
  locate(): undefined {
    return undefined;
  }

  free(): Promise<number> {
    return this.into.free();
  }

  check(): Promise<void> {
    return this.into.check();
  }

  /** One after the other: what nobody refers to goes from each by itself. */
  async sweep(options: SweepOptions): Promise<SweepReport> {
    const reports = [await this.into.sweep(options), await this.former.sweep(options)];
    const sum = (name: keyof SweepReport): number => reports[0][name] + reports[1][name];
    return { seen: sum('seen'), removed: sum('removed'), staged: sum('staged') };
  }
}
