/** Objects that wait for what is decided about them: nobody sees them in the repository before. */
export interface HeldObjects {
  /** What they take on the disk (bytes). */
  readonly bytes: number;
  /** Makes them part of the repository, which is whole wherever that ends. To be called once. */
  migrate(): Promise<void>;
  /** Never fails: what cannot be removed now goes with what killed writers have left. */
  remove(): Promise<void>;
}
