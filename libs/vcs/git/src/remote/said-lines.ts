import type { WorkProgress } from '@holdfast/vcs-spi';
import { LineCutter } from '@holdfast/vcs-spi/engine';

/** More of what git complains about is not kept (characters). */
const mostKept = 4_000;

/**
 * Of what git does with a remote, in its order: how much of the whole each takes (percent), and its word for people.
 */
const steps: readonly [pattern: RegExp, from: number, to: number, doing: string][] = [
  [/^remote: (?:Enumerating|Counting|Compressing) objects:\s+(\d+)%/, 0, 5, 'the remote gathers its objects'],
  [/^(?:Counting|Compressing) objects:\s+(\d+)%/, 0, 10, 'objects are gathered'],
  [/^(?:Receiving|Unpacking) objects:\s+(\d+)%/, 5, 70, 'objects arrive'],
  [/^Writing objects:\s+(\d+)%/, 10, 90, 'objects are sent'],
  [/^(?:remote: )?Resolving deltas:\s+(\d+)%/, 70, 95, 'objects are checked'],
];

/** What it does here with what came, or with what is to go. Lines of the remote begin otherwise. */
const ownWork =
  /^(?:Counting objects|Compressing objects|Resolving deltas|Checking objects|Checking connectivity|Updating references):/;

/** Follows what git says of its progress and its troubles on its standard error. */
export class SaidLines {
  complaint = '';
  private readonly lines = new LineCutter((line) => this.line(line));

  /** `worked`: it works on what is here, and does not wait for the remote. */
  constructor(
    private readonly tell: (now: WorkProgress) => void,
    private readonly worked: () => unknown = () => undefined,
  ) {}

  hear(text: string): void {
    this.lines.hear(text);
  }

  end(): string {
    this.lines.end();
    return this.complaint;
  }

  private line(line: string): void {
    if (ownWork.test(line)) this.worked();
    for (const [pattern, from, to, doing] of steps) {
      const [, digits] = pattern.exec(line) ?? [];
      if (digits === undefined) continue;
      const share = Math.min(Number(digits), 100) / 100;
      return this.tell({ percent: Math.round(from + share * (to - from)), doing });
    }
    if (this.complaint.length < mostKept) this.complaint += `${line}\n`;
  }
}
