import type { GitProcesses } from '../process/git-processes.js';
import type { GitReader } from '../reading/git-reader.js';
import { StockGitReader } from '../reading/stock-git-reader.js';
import { NodegitProcess } from './nodegit-process.js';
import { NodegitReader } from './nodegit-reader.js';

/** What reads repositories: the stock git, and nodegit before it where the operator has chosen that. */
export class ChosenReader {
  readonly stock: StockGitReader;
  readonly reader: GitReader;
  private readonly nodegit: NodegitProcess | undefined;

  /** `nodegit`: as `EngineLimits.nodegit`. */
  constructor(processes: GitProcesses, nodegit?: string) {
    this.stock = new StockGitReader(processes);
    this.nodegit = nodegit === undefined ? undefined : new NodegitProcess(processes, nodegit);
    this.reader = this.nodegit ? new NodegitReader(this.stock, this.nodegit) : this.stock;
  }

  start(): void {
    this.nodegit?.start();
  }

  /** Resolves when the one that was chosen can read, or has been found not to. */
  get awake(): Promise<void> {
    return this.nodegit?.awake ?? Promise.resolve();
  }

  /** Why the one that was chosen does not read; all is read all the same. */
  get problem(): string | undefined {
    return this.nodegit?.problem;
  }

  forget(directory: string): void {
    this.stock.forget(directory);
    this.nodegit?.forget(directory);
  }

  close(): void {
    this.stock.close();
    this.nodegit?.close();
  }
}
