import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { RefUpdate } from '@holdfast/vcs-spi';

/** What a program tells of a transaction that begins, asks before it commits it, or tells after it. */
export type TransactionQuestion =
  | { readonly transfer: string; readonly begins: true }
  | { readonly transfer: string; readonly updates: readonly RefUpdate[]; readonly bytes: number }
  | { readonly transfer: string; readonly committed: boolean };

/** What it is answered: lines for the client, where it may not be committed. */
export interface PushVerdict {
  readonly accepted: boolean;
  readonly reasons?: readonly string[];
}

/** Who answers for one transfer. */
export interface PushJudge {
  /** A transaction begins: what is pushed has come. */
  begins?(): void;
  judge(updates: readonly RefUpdate[], bytes: number): Promise<PushVerdict>;
  ended(committed: boolean): Promise<void>;
}

/** Longer questions are refused (bytes): each is read in one turn of the event loop. 50,000 usual names have 6 MB. */
const longest = 16 << 20;

const refused: PushVerdict = { accepted: false, reasons: ['the push changes too many names'] };

/** Listens to the hooks of the engine's programs, at a socket in a directory that nobody else may enter. */
export class PushQuestions {
  private readonly judges = new Map<string, PushJudge>();
  private server: Server | undefined;

  async listen(path: string): Promise<void> {
    await rm(path, { force: true });
    const server = createServer((socket) => this.hear(socket));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    await chmod(path, 0o600);
    this.server = server;
  }

  /** Questions about this transfer are answered until what this returns is called. */
  open(transfer: string, judge: PushJudge): () => void {
    this.judges.set(transfer, judge);
    return () => void this.judges.delete(transfer);
  }

  close(): void {
    this.server?.close();
    this.server = undefined;
  }

  private hear(socket: Socket): void {
    const pieces: Buffer[] = [];
    let size = 0;
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      pieces.push(piece);
      size += piece.length;
      if (size > longest) {
        pieces.splice(0);
        socket.removeAllListeners('data').end(lineOf(refused), () => socket.destroy());
        return;
      }
      if (piece.at(-1) !== 0x0a) return;
      this.answer(Buffer.concat(pieces).toString('utf8')).then(
        (verdict) => socket.end(lineOf(verdict)),
        // Without an answer a hook says no.
        () => socket.destroy(),
      );
    });
  }

  private async answer(line: string): Promise<PushVerdict> {
    // Our own program has written it.
    const question = JSON.parse(line) as TransactionQuestion;
    const judge = this.judges.get(question.transfer);
    if (!judge) throw new Error('the transfer is over');
    if ('begins' in question) judge.begins?.();
    else if ('updates' in question) return judge.judge(question.updates, question.bytes);
    else await judge.ended(question.committed);
    return { accepted: true };
  }
}

const lineOf = (verdict: PushVerdict): string => `${JSON.stringify(verdict)}\n`;
