/**
 * Times by id, up to so many. When it is full, a new one takes the place of any other, not of the oldest: whoever goes
 * through more than there is room for, in the same order again, finds most of them.
 */
export class KeptTimes {
  private readonly times = new Map<string, number>();
  private readonly ids: string[] = [];

  constructor(private readonly most: number) {}

  get(id: string): number | undefined {
    return this.times.get(id);
  }

  set(id: string, time: number): void {
    if (this.times.has(id)) return;
    const place = this.ids.length < this.most ? this.ids.length : Math.floor(Math.random() * this.most);
    if (place < this.ids.length) this.times.delete(this.ids[place]);
    this.ids[place] = id;
    this.times.set(id, time);
  }
}
