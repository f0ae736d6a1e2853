import { writeReport } from '../../clients/coverage-report.js';

/** What was seen of one fault. Times in ms. */
export interface SeenFault {
  fault: string;
  how: string;
  /** Of each of two pushers, committers and deployers. */
  acknowledged: readonly number[];
  lost: number;
  statuses: ReadonlyMap<number, number>;
  unanswered: number;
  /** After which the installation called itself ready, and everybody had been served, counted from the fault's end. */
  ready: number;
  served: number;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const answersOf = ({ statuses, unanswered }: SeenFault): string =>
  [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`)
    .concat(`none: ${unanswered}`)
    .join(', ');

/** A table of all faults, for people. */
export class FaultReport {
  private readonly lines: string[] = [];

  add(seen: SeenFault): void {
    const { fault, how, acknowledged, lost, ready, served } = seen;
    const after = `${seconds(ready)}, ${seconds(served)}`;
    this.line(fault, how, acknowledged.join(' '), String(lost), answersOf(seen), after);
  }

  /** `why`: what this machine lacks for it. */
  skipped(fault: string, why: string): void {
    this.line(fault, `not tried: ${why}`, '', '', '', '');
  }

  failed(fault: string, error: unknown): void {
    this.line(fault, `not over: ${error instanceof Error ? error.message : String(error)}`, '', '', '', '');
  }

  /** Writes it to coverage/faults.md, and to who asked. */
  async write(): Promise<void> {
    const head =
      '| fault | how | acknowledged to two who push, commit, upload | lost | answers | ready, and all served, after |';
    await writeReport('faults', [head, ...this.lines]);
  }

  private line(...cells: string[]): void {
    this.lines.push(`| ${cells.join(' | ')} |`);
  }
}
