import { storableText } from '@holdfast/kernel';
import type { Faults } from '../vcs-care.js';

/** So many are kept; all are counted. */
const mostLines = 100;

/** What is found wrong with a repository while it is looked through. */
export class FaultLines {
  private readonly lines: string[] = [];
  private count = 0;

  /** `directory`: of the repository; its place on the disk is left out of the lines. */
  constructor(private readonly directory: string) {}

  add(line: string): void {
    this.count += 1;
    if (this.lines.length < mostLines) this.lines.push(this.told(line));
  }

  /** One more line of what was added last. */
  more(line: string): void {
    const last = this.lines.length - 1;
    if (last >= 0 && this.count === this.lines.length) this.lines[last] += ` ${this.told(line)}`;
  }

  /** A name in it may have what no database stores. */
  private told(line: string): string {
    const text = storableText(line, line.length).replaceAll(`${this.directory}/`, '');
    return text.replaceAll(this.directory, '.').trim();
  }

  get all(): Faults {
    return { lines: [...this.lines], count: this.count };
  }
}
