import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chanceFrom } from './odd-repository.js';
import { printed } from './printed.js';
import { svnEnvironment } from './svn.js';
import { SvnDumpWriter, type SvnNode, type SvnNodes } from './svn-dump-writer.js';

const places = ['', 'src', 'src/deep/er', 'Doc/UPPER', 'ünïcode/日本', 'sp ace/ e', '@at/x@1', '.dot'];
const names = [
  ...['file', 'naïve', 'README', 'a b', '#hash', '%20', '~tilde', '[x]', '"q"', "it's", '日本', 'e\u0301'],
  ...['back\\slash', 'x;y', '&amp;<>', '+plus', 'a=b', '--', '☃', '?', '*'],
];
const ends = ['', '.txt', '.c', '.BIN', '.', ' x'];
const people = ['mia', 'zoë', 'robot@example.org', '李雷', 'Mia Miller'];
const messages = [
  ...[
    'Change',
    'Über die Maßen',
    '',
    'Subject\n\nBody\twith tabs\n\n  and blanks\n',
    '日本語\n\nبالعربية 🎉',
  ],
  ...['<xml> & "quotes" ]]>', 'control \u000b character', 'long '.repeat(3_000), '\n'],
];
const [mostFiles, round] = [300, 60];
const plain: ReadonlyMap<string, Buffer> = new Map();
const start = Date.UTC(2008, 0, 1);

const bytes = (value: string): Buffer => Buffer.from(value);
const ofFiles = {
  'svn:executable': bytes('*'),
  'svn:mime-type': bytes('application/octet-stream'),
  'svn:keywords': bytes('Id Revision'),
  'svn:needs-lock': bytes('*'),
};
const ofDirectories = {
  'svn:ignore': bytes('*.o\nübung\n'),
  'svn:externals': bytes('^/tags elsewhere\n'),
  'bugtraq:url': bytes('https://example.org/%BUGID%'),
};
const ofAll = {
  'a-note': bytes('ünïcode\nin two lines'),
  'a.bytes': Buffer.from([0, 255, 10, 13, 254]),
  'an-empty': bytes(''),
};

class SvnStory {
  readonly writer: SvnDumpWriter;
  private readonly next: (below: number) => number;
  /** What was there some time before. */
  private readonly kept: { revision: number; nodes: SvnNodes }[] = [];

  constructor(seed: number) {
    this.next = chanceFrom(seed);
    const digits = createHash('sha256').update(String(seed)).digest('hex');
    this.writer = new SvnDumpWriter(digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'));
    this.writer.begin(new Map([['svn:date', bytes(new Date(start).toISOString().replace('Z', '000Z'))]]));
    this.writer.begin(this.revisionProperties());
    for (const path of ['trunk', 'branches', 'tags']) this.writer.put(path, { properties: plain });
  }

  /** One more revision. */
  step(): void {
    const { writer } = this;
    const { revision, last } = writer;
    if (revision % round === 0) this.kept.push({ revision: revision - 1, nodes: last });
    writer.begin(this.revisionProperties());
    const branches = this.below('branches');
    const root = this.pick(['trunk', ...(this.next(2) === 0 ? branches : [])]);
    const what = this.next(100);
    if (what < 2) return this.copied(root, this.fresh('branches'));
    if (what < 4) return this.tagged(root);
    if (what < 6 && branches.length > 4) return writer.remove(this.pick(branches));
    if (what < 8) return this.moved(root);
    if (what < 12 && branches.length > 1) return this.merged(this.pick(branches));
    if (what < 18) return this.properties(root);
    if (what === 18) return; // a revision without anything
    const files = this.files(root);
    if (what === 19 || files.length > mostFiles)
      for (const path of files.slice(0, files.length / 3)) writer.remove(path);
    for (let changes = 1 + this.next(6); changes > 0; changes -= 1) this.change(root);
    if (what === 20) writer.put(`${root}/large.bin`, { properties: plain, content: this.large() });
  }

  private change(root: string): void {
    const { writer } = this;
    const files = this.next(2) === 0 ? this.files(root) : [];
    const path = files.length > 0 ? this.pick(files) : undefined;
    const node = path === undefined ? undefined : writer.now.get(path);
    const what = this.next(12);
    if (path === undefined || node === undefined) return writer.put(this.fresh(root), this.made());
    const isOld = writer.last.get(path) === node;
    const isFile = isOld && !node.properties.has('svn:special');
    if (what < 2) return writer.remove(path);
    if (what === 2 && isOld) return this.copied(path, this.fresh(root));
    if (what === 3 && isFile) return this.copied(path, this.fresh(root), this.content(node.content));
    if (what === 4 && isFile) return this.copied(path, path, this.content(node.content));
    if (what === 5 && isOld) return writer.replace(path, this.made());
    if (what === 6) return writer.put(path, { ...node, properties: this.someOf(ofFiles) });
    if (!node.properties.has('svn:special'))
      writer.put(path, { ...node, content: this.content(node.content) });
  }

  /** A new file: of bytes, of text, a program, a link, or empty. */
  private made(): SvnNode {
    if (this.next(15) > 0) return { properties: this.someOf(ofFiles), content: this.content() };
    const content = bytes(`link ${this.pick(['file', '../ü', '/nowhere'])}`);
    return { properties: new Map([['svn:special', bytes('*')]]), content };
  }

  private content(old = bytes('')): Buffer {
    const what = this.next(14);
    if (what === 0) return bytes('');
    if (what === 1) return Buffer.from(Array.from({ length: this.next(2_000) }, () => this.next(256)));
    const lines = old.length < 20_000 ? old.toString('latin1').split('\n') : [];
    const line = (): string => `line ${this.next(99)} ${this.pick(['', '\xfc', '$Id$', '\r'])}`;
    const added = Array.from({ length: this.next(8) }, line);
    lines.splice(this.next(lines.length + 1), this.next(3), ...added);
    return Buffer.from(lines.join('\n'), 'latin1');
  }

  private large(): Buffer {
    return Buffer.alloc(1 << 20, `large ${this.writer.revision} \0`);
  }

  private someOf(special: Record<string, Buffer>): ReadonlyMap<string, Buffer> {
    const long = bytes('long '.repeat(this.next(40) === 0 ? 20_000 : 1));
    return new Map(Object.entries({ ...special, ...ofAll, 'a-long': long }).filter(() => this.next(8) === 0));
  }

  private revisionProperties(): ReadonlyMap<string, Buffer> {
    // Clocks go wrong.
    const at = new Date(start + this.writer.revision * 3_600_000 - this.next(3) * 10_000_000);
    const all = {
      'svn:author': bytes(this.pick(people)),
      'svn:date': bytes(at.toISOString().replace('Z', '123Z')),
      'svn:log': bytes(this.pick(messages)),
    };
    const some = Object.entries(all).filter(() => this.next(40) > 0);
    const more: typeof some = this.next(30) === 0 ? [['note-of-mine', Buffer.from([255, 0, 1])]] : [];
    return new Map([...some, ...more]);
  }

  private copied(path: string, to: string, content?: Buffer): void {
    const { revision, last } = this.writer;
    const old = this.kept.filter(({ nodes }) => nodes.has(path));
    const isOld = old.length > 0 && content === undefined && this.next(3) === 0;
    const source = isOld ? this.pick(old) : { revision: revision - 1, nodes: last };
    this.writer.copy(to, { ...source, path }, content);
  }

  /** Some tags are changed once more in the revision that makes them. */
  private tagged(root: string): void {
    const to = this.fresh('tags');
    this.copied(root, to);
    if (this.next(3) === 0) this.writer.put(`${to}/VERSION`, { properties: plain, content: bytes(to) });
  }

  /** A directory has another name. */
  private moved(root: string): void {
    const directories = this.directories(root).filter((path) => path !== root);
    if (directories.length === 0) return;
    const path = this.pick(directories);
    this.copied(path, this.fresh(root), undefined);
    this.writer.remove(path);
  }

  /** Some files of a branch are those of the trunk, which notes that. */
  private merged(branch: string): void {
    const { now, revision } = this.writer;
    for (const path of this.files(branch)) {
      const [to, node] = [`trunk${path.slice(branch.length)}`, now.get(path)];
      const isFile = now.has(to) && now.get(to)?.content !== undefined;
      if (node && isFile && this.next(10) === 0) this.writer.put(to, node);
    }
    const known = bytes(`/${branch}:${Math.max(1, revision - 20)}-${revision - 1}`);
    this.writer.put('trunk', { properties: new Map([['svn:mergeinfo', known]]) });
  }

  private properties(root: string): void {
    this.writer.put(this.pick(this.directories(root)), { properties: this.someOf(ofDirectories) });
  }

  /** A name that nobody has. */
  private fresh(root: string): string {
    const place = root === 'branches' || root === 'tags' ? '' : this.pick(places);
    const name = `${this.pick(names)}${this.writer.revision}-${this.next(1_000_000)}${this.pick(ends)}`;
    return [root, place, name].filter(Boolean).join('/');
  }

  private files(root: string): string[] {
    const isFile = ([path, { content }]: [string, SvnNode]) => content && path.startsWith(`${root}/`);
    return [...this.writer.now].filter(isFile).map(([path]) => path);
  }

  private directories(root: string): string[] {
    const isOne = ([path, { content }]: [string, SvnNode]) => !content && `${path}/`.startsWith(`${root}/`);
    return [...this.writer.now].filter(isOne).map(([path]) => path);
  }

  private below(root: string): string[] {
    return [...this.writer.now.keys()].filter((path) => new RegExp(`^${root}/[^/]+$`).test(path));
  }

  private pick<T>(all: readonly T[]): T {
    return all[this.next(all.length)];
  }
}

/**
 * Makes a repository in which everything happens: branches, tags that are changed, merges, renames and copies of
 * directories, also from long ago, what takes the place of something else, revisions without anything, programs, links,
 * and names, people, messages, properties and contents of all sorts.
 */
export const makeSvnHistory = async (repository: string, seed: number, many: number): Promise<void> => {
  const story = new SvnStory(seed);
  while (story.writer.revision < many) story.step();
  const above = dirname(repository);
  await mkdir(above, { recursive: true });
  const dump = join(above, 'dump');
  await writeFile(dump, story.writer.out);
  const admin = (...args: string[]): Promise<Buffer> =>
    printed({ program: 'svnadmin', args, cwd: above, env: svnEnvironment });
  await admin('create', repository);
  await admin('load', '-q', '--force-uuid', '--no-flush-to-disk', '-F', dump, repository);
};
