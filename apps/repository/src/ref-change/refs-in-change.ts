import { DomainError, within } from '@holdfast/kernel';

/** How long a change waits for the one before it at most (milliseconds). */
const patience = 8_000;

interface Open {
  gone: Promise<void>;
  end: () => void;
}

/** The refs that are being changed: one change of each at a time. */
export class RefsInChange {
  private readonly repositories = new Map<string, Map<string, Open>>();

  /**
   * Waits for those who change one of them, not past the deadline (milliseconds since the epoch).
   * @throws DomainError `unavailable`
   */
  async enter(repository: string, refs: readonly string[], deadline: number): Promise<void> {
    const until = Math.min(deadline, Date.now() + patience);
    for (let before = this.before(repository, refs); before; before = this.before(repository, refs))
      await within(until - Date.now(), before.gone, late);
    if (refs.length === 0) return;
    let end = (): void => undefined;
    const gone = new Promise<void>((done) => (end = done));
    const open = this.repositories.get(repository) ?? new Map<string, Open>();
    for (const ref of refs) open.set(ref, { gone, end });
    this.repositories.set(repository, open);
  }

  leave(repository: string, refs: readonly string[]): void {
    const open = this.repositories.get(repository);
    open?.get(refs[0])?.end();
    for (const ref of refs) open?.delete(ref);
    if (open?.size === 0) this.repositories.delete(repository);
  }

  /** Whether refs of the repository are being changed. */
  isIn(repository: string): boolean {
    return this.repositories.has(repository);
  }

  private before(repository: string, refs: readonly string[]): Open | undefined {
    const open = this.repositories.get(repository);
    const taken = open && refs.find((ref) => open.has(ref));
    return taken === undefined ? undefined : open?.get(taken);
  }
}

const late = (): never => {
  throw DomainError.unavailable('another change of this ref has not ended');
};
