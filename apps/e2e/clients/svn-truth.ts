import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { printed } from './printed.js';
import type { RevisionTruth, TruthCommit, TruthFile } from './revision-samples.js';
import { svnEnvironment } from './svn.js';
import type { DumpedRevision } from './svn-dump.js';

const letters: Record<string, string> = { added: 'A', deleted: 'R', modified: 'M' };
const mark = 'link ';

/** What stock Subversion says of the revisions of a repository of this machine. */
export class SvnTruth implements RevisionTruth {
  readonly url: string;

  /** `cwd`: where programs leave what they have to leave. */
  constructor(
    private readonly directory: string,
    private readonly cwd: string,
  ) {
    this.url = pathToFileURL(directory).href;
  }

  /** Without modes and sums, which are those of `content`. */
  async files(id: string): Promise<TruthFile[]> {
    const listed = await this.text('svn', 'ls', '-R', '--xml', '-r', id, `${this.url}@${id}`);
    const said = await this.text(
      'svn',
      'propget',
      'svn:special',
      '-R',
      '--xml',
      '-r',
      id,
      `${this.url}@${id}`,
    );
    const links = new Set(
      [...said.matchAll(/<target\s+path="([^"]*)"/g)].map(([, address]) => this.pathOf(address)),
    );
    const sizeOf = ({ path, size }: SvnEntry): number => (links.has(path) ? size - mark.length : size);
    return entriesOf(listed)
      .flatMap((entry) => (entry.kind === 'file' ? [{ path: entry.path, size: sizeOf(entry) }] : []))
      .sort((one, other) => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)));
  }

  async content(id: string, path: string): Promise<{ content: Buffer; mode: string; id: string }> {
    const content = await this.bytes('svnlook', 'cat', '-r', id, this.directory, path);
    const properties = (await this.text('svnlook', 'proplist', '-r', id, this.directory, path)).split(/\s+/);
    const isLink = properties.includes('svn:special');
    const mode = isLink ? '120000' : properties.includes('svn:executable') ? '100755' : '100644';
    const sha1 = (of: Buffer | string): string => createHash('sha1').update(of).digest('hex');
    const sum = sha1(content);
    return isLink
      ? { content: content.subarray(mark.length), mode, id: sha1(`symlink:${sum}`) }
      : { content, mode, id: sum };
  }

  async changed(id: string): Promise<string[]> {
    const said = await this.text('svn', 'diff', '--summarize', '--xml', '-c', id, this.url);
    const found = new Map<string, string>();
    for (const [, attributes, address] of said.matchAll(/<path([^>]*)>([^<]*)<\/path>/g)) {
      const letter = letters[/item="(\w+)"/.exec(attributes)?.[1] ?? ''];
      if (letter === undefined || !attributes.includes('kind="file"')) continue;
      const path = this.pathOf(address);
      // What takes the place of something else comes twice.
      found.set(path, found.has(path) ? 'M' : letter);
    }
    return [...found].map(([path, letter]) => `${letter} ${path}`).sort();
  }

  /** The directories right below a path, with the revision in which each last changed. */
  async below(path: string): Promise<Record<string, string>> {
    const listed = await this.text('svn', 'ls', '--xml', path === '' ? this.url : `${this.url}/${path}`);
    const directories = entriesOf(listed).filter(({ kind }) => kind === 'dir');
    return Object.fromEntries(directories.map(({ path: name, revision }) => [name, revision]));
  }

  private pathOf(address: string): string {
    return decodeURIComponent(plain(address).slice(this.url.length + 1));
  }

  async text(program: string, ...args: string[]): Promise<string> {
    return (await this.bytes(program, ...args)).toString();
  }

  private bytes(program: string, ...args: string[]): Promise<Buffer> {
    return printed({ program, args, cwd: this.cwd, env: svnEnvironment });
  }
}

interface SvnEntry {
  kind: string;
  path: string;
  size: number;
  revision: string;
}

const entriesOf = (xml: string): SvnEntry[] =>
  xml
    .split('</entry>')
    .slice(0, -1)
    .map((entry) => {
      const part = (pattern: RegExp): string => pattern.exec(entry)?.[1] ?? '';
      const [kind, path] = [part(/kind="(\w+)"/), plain(part(/<name>([^<]*)<\/name>/))];
      return { kind, path, size: Number(part(/<size>(\d+)</)), revision: part(/revision="(\d+)"/) };
    });

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#13': '\r' };
const plain = (xml: string): string =>
  xml.replace(/&([^;]+);/g, (_, name: string) => named[name] ?? String.fromCodePoint(Number(name.slice(1))));

/** In the words of the API. */
export const revisionCommit = ({ number, author, date, message }: DumpedRevision): TruthCommit => ({
  ...{ id: String(number), parents: number === 1 ? [] : [{ id: String(number - 1) }], author, email: '' },
  ...{ timestamp: Math.floor(Date.parse(date) / 1_000) || 0, description: message.replace(/\n$/, '') },
});
