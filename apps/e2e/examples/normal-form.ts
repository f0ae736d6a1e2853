/**
 * Replaces what differs from run to run: times, uuids, keys, generated ids, what is stored and the addresses
 * of the installation. The same value always gets the same replacement, so that references still match.
 */
export class NormalForm {
  private readonly known = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly fixed: readonly (readonly [string, string])[]) {}

  of<T>(value: T): T {
    return JSON.parse(this.text(JSON.stringify(value))) as T;
  }

  private text(json: string): string {
    let text = json;
    for (const [from, to] of this.fixed) text = text.replaceAll(from, to);
    return (
      text
        .replace(/"storage_used":\d+/g, '"storage_used":0')
        // How far it has come when the answer is made.
        .replace(/"import":\{[^}]*\}/g, '"import":{"state":"queued","progress":0,"error":null}')
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '2026-01-02T03:04:05Z')
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uuid) =>
          this.replaced(uuid, 'uuid', (n) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`),
        )
        .replace(/(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32}|[0-9a-f]{24})(?![0-9a-f])/g, (hex) =>
          this.replaced(hex, `hex${hex.length}`, (n) => n.toString(16).padStart(hex.length, 'c0ffee')),
        )
    );
  }

  private replaced(value: string, sort: string, form: (n: number) => string): string {
    const known = this.known.get(value);
    if (known) return known;
    const count = (this.counts.get(sort) ?? 0) + 1;
    this.counts.set(sort, count);
    const made = form(count);
    this.known.set(value, made);
    return made;
  }
}
