import { createHash, type Hash } from 'node:crypto';

/** A revision of a dump. */
export interface DumpedRevision {
  number: number;
  author: string;
  date: string;
  message: string;
  /** Files and directories of it. */
  nodes: number;
  /** Of all that the dump says of it: properties, paths, sources of copies, properties and contents of files. */
  digest: string;
}

/** Sums, which are of contents that stand beside them, or in an earlier revision; older repositories have fewer. */
const isSum = /^Text-(?:copy-source|content)-(?:md5|sha1): /;

/**
 * Reads a dump with whole contents, as `svnadmin dump` writes it. Its format has
 * records: lines of headers, an empty one, and as many bytes as they say.
 */
export const readDump = async (
  dump: AsyncIterable<Buffer>,
): Promise<{ uuid: string; revisions: DumpedRevision[] }> => {
  const reader = new RecordReader(dump);
  const revisions: DumpedRevision[] = [];
  let uuid = '';
  let [sum, current]: [Hash, DumpedRevision | undefined] = [createHash('sha256'), undefined];
  const close = (): void => {
    if (current) revisions.push({ ...current, digest: sum.digest('hex') });
  };
  for (;;) {
    const lines = await reader.headers();
    if (lines.length === 0) break;
    const headers = Object.fromEntries(lines.map((line) => line.split(/: ([^]*)/, 2) as [string, string]));
    uuid ||= headers.UUID ?? '';
    const body = await reader.bytes(Number(headers['Content-length'] ?? 0));
    const number = headers['Revision-number'];
    if (number !== undefined) {
      close();
      const {
        'svn:author': author = '',
        'svn:date': date = '',
        'svn:log': message = '',
      } = propertiesOf(body);
      sum = createHash('sha256');
      current = { number: Number(number), author, date, message, nodes: 0, digest: '' };
    } else if (current) current.nodes += 1;
    sum
      .update(lines.filter((line) => !isSum.test(line)).join('\n'))
      .update('\n\n')
      .update(body);
  }
  close();
  return { uuid, revisions };
};

const propertiesOf = (body: Buffer): Record<string, string> => {
  const found: Record<string, string> = {};
  for (let at = 0; body[at] === 0x4b;) {
    const [name, behind] = pieceAt(body, at);
    const [value, next] = pieceAt(body, behind);
    found[name] = value;
    at = next;
  }
  return found;
};

/** What stands at a place, `K <length>` or `V <length>` in a line before it, and the place behind it. */
const pieceAt = (body: Buffer, at: number): [piece: string, next: number] => {
  const start = body.indexOf(0x0a, at) + 1;
  const end = start + Number(body.toString('latin1', at + 2, start - 1));
  return [body.toString('utf8', start, end), end + 1];
};

class RecordReader {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(dump: AsyncIterable<Buffer>) {
    this.source = dump[Symbol.asyncIterator]();
  }

  /** The lines before the next empty one; none: the dump is over. */
  async headers(): Promise<string[]> {
    const lines: string[] = [];
    for (;;) {
      const end = this.rest.indexOf(0x0a);
      if (end < 0) {
        if (await this.more()) continue;
        return lines;
      }
      const line = this.rest.toString('utf8', 0, end);
      this.rest = this.rest.subarray(end + 1);
      if (line !== '') lines.push(line);
      else if (lines.length > 0) return lines;
    }
  }

  async bytes(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = count; left > 0;) {
      if (this.rest.length === 0 && !(await this.more())) throw new Error('the dump is cut off');
      const piece = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(piece.length);
      left -= piece.length;
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  private async more(): Promise<boolean> {
    const next = await this.source.next();
    if (next.done) return false;
    this.rest = Buffer.concat([this.rest, next.value]);
    return true;
  }
}

/** What differs between the revisions of two dumps; the first of it. */
export const dumpDifferences = (
  source: readonly DumpedRevision[],
  copy: readonly DumpedRevision[],
  most = 10,
): string[] => {
  const longer = source.length > copy.length ? source : copy;
  return longer
    .map((_, at) => [JSON.stringify(source[at]), JSON.stringify(copy[at])])
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => `${one} is ${other}`)
    .slice(0, most);
};
