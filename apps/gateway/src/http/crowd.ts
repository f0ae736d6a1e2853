/**
 * Who is here, by where he comes from. Whoever has the most here is known at once, however many there are: it is he who
 * has to give way when there are too many.
 */
export class Crowd<Member> {
  /** The members of each origin, in the order in which they came. */
  private readonly members = new Map<string, Set<Member>>();
  /** Origins by how many they have; those of one number in the order in which they came to it. */
  private readonly origins = new Map<number, Set<string>>();
  /** All members. */
  size = 0;
  /** How many the origin has that has the most. */
  most = 0;

  of(origin: string): number {
    return this.members.get(origin)?.size ?? 0;
  }

  /** Comes, or comes again: behind all others of its origin. */
  add(origin: string, member: Member): void {
    this.remove(origin, member);
    const own = this.members.get(origin) ?? new Set();
    this.members.set(origin, own.add(member));
    this.size += 1;
    this.count(origin, own.size - 1, own.size);
  }

  remove(origin: string, member: Member): void {
    const own = this.members.get(origin);
    if (!own?.delete(member)) return;
    if (own.size === 0) this.members.delete(origin);
    this.size -= 1;
    this.count(origin, own.size + 1, own.size);
  }

  /** The origin that has the most; of several the one that has had so many longest. */
  get busiest(): string | undefined {
    const [origin] = this.origins.get(this.most) ?? [];
    return origin;
  }

  /** Who has been here longest of the origin that has the most. He is no member any more. */
  takeOldest(): Member | undefined {
    const { busiest: origin = '' } = this;
    const [oldest] = this.members.get(origin) ?? [];
    if (oldest !== undefined) this.remove(origin, oldest);
    return oldest;
  }

  private count(origin: string, before: number, now: number): void {
    const left = this.origins.get(before);
    left?.delete(origin);
    if (left?.size === 0) this.origins.delete(before);
    if (now > 0) this.origins.set(now, (this.origins.get(now) ?? new Set()).add(origin));
    // It had the most alone: with one fewer it still has the most.
    this.most = this.origins.has(this.most) ? Math.max(this.most, now) : now;
  }
}
