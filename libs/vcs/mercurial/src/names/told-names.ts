import type { PartedAnswers } from '@holdfast/vcs-spi/engine';
import type { NamesAnswer } from '../mercurial.operations.js';

/** What the program answers. */
interface Read {
  token: string;
  parts?: readonly string[];
}

/** Names of one repository on their way from the program to whoever has asked. */
export class ToldNames {
  private over: Promise<void> | undefined;

  constructor(private readonly parted: PartedAnswers) {}

  /** Resolves when all that was told has been taken. */
  taken(): Promise<void> {
    return this.over ?? Promise.resolve();
  }

  tell(answer: unknown): NamesAnswer {
    const { token, parts } = answer as Read;
    if (!parts) return { token };
    const { first, over } = this.parted.begin(parts);
    this.over = over;
    return { token, names: first };
  }
}
