/** Between two questions to a node for which nobody waits any more (ms). */
const pause = 60_000;

/** Storage nodes that have not answered for so long that nobody waits for them again. */
export class AwayNodes {
  private readonly asked = new Map<string, number>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  has(name: string): boolean {
    return this.asked.has(name);
  }

  /** Whether it is not worth to ask it again now: of a machine that is lost each question may take its whole time. */
  wasJustAsked(name: string): boolean {
    const at = this.asked.get(name);
    return at !== undefined && Date.now() - at < pause;
  }

  /** It has not answered, again or at all. */
  add(name: string): void {
    this.asked.set(name, Date.now());
  }

  /** It answers again. */
  delete(name: string): void {
    this.asked.delete(name);
  }
}
