import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that are written, or read, at once. */
const pieceBytes = 256 << 10;

/** Rows that wait on the disk of this machine, however many there are; nobody else can open them. */
export class RowSpool<Row> {
  private constructor(private readonly file: FileHandle) {}

  /** Keeps all rows, which are plain JSON. */
  static async of<Row>(rows: AsyncIterable<Row>): Promise<RowSpool<Row>> {
    const path = join(tmpdir(), `holdfast-backup-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    try {
      // Nothing stays of a process that is killed.
      await unlink(path);
      let text = '';
      for await (const row of rows) {
        text += `${JSON.stringify(row)}\n`;
        if (text.length < pieceBytes) continue;
        await file.writeFile(text);
        text = '';
      }
      await file.writeFile(text);
      return new RowSpool<Row>(file);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** All rows in their order, as often as they are asked for. */
  async *rows(): AsyncGenerator<Row> {
    const decoder = new TextDecoder();
    const buffer = Buffer.allocUnsafe(pieceBytes);
    let rest = '';
    for (let at = 0; ;) {
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      const lines = (rest + decoder.decode(buffer.subarray(0, bytesRead), { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as Row;
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
