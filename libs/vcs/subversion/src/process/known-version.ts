import { stat } from 'node:fs/promises';

/**
 * What a program says of its version. It is asked once for each state of its file: health is asked for every few
 * seconds, and to start a program holds up the byte process for as long as it takes to copy its memory map.
 */
export class KnownVersion {
  private known: { state: string; version: string } | undefined;

  /** `ask`: starts the program and answers its version. */
  constructor(private readonly ask: (program: string) => Promise<string>) {}

  /** `program`: absolute. A failure is not kept. */
  async of(program: string): Promise<string> {
    const { dev, ino, size, ctimeMs } = await stat(program);
    const state = [program, dev, ino, size, ctimeMs].join();
    if (this.known?.state !== state) this.known = { state, version: await this.ask(program) };
    return this.known.version;
  }
}
