import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { access } from '../system.js';
import type { Person, RepositoryAt } from '../world.js';
import { authorization, must, type ApiObject } from './api.js';
import { shownAs, type Bytes, type GitTruth } from './git-truth.js';
import { chanceFrom } from './odd-repository.js';

/** After so many differences nothing more is asked. */
const enough = 30;
const atATime = 4;

/** Asks the API and git the same, about commits, paths and ranges by chance. */
export class ContentComparison {
  readonly differences: unknown[] = [];
  asked = 0;
  private readonly next: (below: number) => number;

  constructor(
    private readonly admin: Person,
    private readonly repository: RepositoryAt,
    private readonly truth: GitTruth,
    private readonly commits: readonly string[],
    seed: number,
  ) {
    this.next = chanceFrom(seed);
  }

  /** Looks at so many commits, at some of them at a time. */
  async run(many: number): Promise<void> {
    let count = 0;
    const looking = async (): Promise<void> => {
      while (count < many && this.differences.length < enough) {
        const commit = this.pick(this.commits);
        const turn = (count += 1);
        await this.look(commit, turn).catch((error: unknown) => this.differences.push(String(error)));
      }
    };
    await Promise.all(Array.from({ length: atATime }, looking));
  }

  private async look(commit: string, count: number): Promise<void> {
    await this.show(commit);
    const directory = await this.tree(commit);
    await this.changesOf(commit);
    if (count % 4 === 0) await this.compare(commit);
    if (count % 4 === 1) await this.files(commit);
    if (count % 4 === 2) await this.history(commit, directory);
    if (count % 4 === 3) await this.lines(commit);
    if (count % 20 === 0) await this.archive(commit, directory);
  }

  private async show(commit: string): Promise<void> {
    const { id, parents, author, email, timestamp, committer, committer_email, committed_at, description } =
      await this.got(`commits/${commit}`);
    const shown = {
      ...{ id, parents, author, email, committer, committer_email, description },
      ...{ timestamp: Date.parse(String(timestamp)), committed_at: Date.parse(String(committed_at)) },
    };
    this.same(`show ${commit}`, shown, await this.truth.commit(commit));
  }

  /** A directory on the way down from the root; answers the last one. */
  private async tree(commit: string): Promise<Bytes> {
    let directory: Bytes = '';
    for (;;) {
      const entries = await this.truth.entries(commit, directory);
      const { limit, offset } = this.window(entries.length);
      const at = directory === '' ? 'tree' : `tree/${this.address(directory)}`;
      const { results } = await this.got(`commits/${commit}/${at}?limit=${limit}&offset=${offset}`);
      const shown = results.map(({ mode, id, path, size }) => ({ mode, id, path, size }));
      const wanted = entries
        .slice(offset, offset + limit)
        .map(({ mode, id, path, size }) => ({ mode, id, path, size }));
      this.same(`${at} of ${commit}`, shown, wanted);
      const below = entries.filter(({ mode, path }) => mode === '040000' && isPlain(path));
      if (below.length === 0 || this.next(3) === 0) return directory;
      directory = this.pick(below).bytes;
    }
  }

  private async files(commit: string): Promise<void> {
    const all = await this.truth.entries(commit, '', true);
    const { limit, offset } = this.window(all.length);
    const { results } = await this.got(`commits/${commit}/files?limit=${limit}&offset=${offset}`);
    const shown = results.map(({ mode, id, path, size }) => ({ mode, id, path, size }));
    const wanted = all
      .slice(offset, offset + limit)
      .map(({ mode, id, path, size }) => ({ mode, id, path, size }));
    this.same(`files of ${commit} from ${offset}`, shown, wanted);
  }

  private async history(commit: string, directory: Bytes): Promise<void> {
    const file = await this.file(commit);
    for (const path of [undefined, directory === '' ? undefined : directory, file?.bytes]) {
      const window = { limit: 1 + this.next(30), offset: this.pick([0, 0, this.next(40)]) };
      const at = path === undefined ? 'history' : `history/${this.address(path)}`;
      const { results } = await this.got(
        `commits/${commit}/${at}?limit=${window.limit}&offset=${window.offset}`,
      );
      const wanted = await this.truth.history([commit], window, path);
      this.same(
        `${at} of ${commit} ${JSON.stringify(window)}`,
        results.map(({ id }) => id),
        wanted,
      );
    }
  }

  /** A part of a file by its lines, and the file itself. */
  private async lines(commit: string): Promise<void> {
    const file = await this.file(commit);
    if (!file) return;
    const content = await this.truth.content(file.id);
    const at = this.address(file.bytes);
    const raw = await this.bytes(`commits/${commit}/files/${at}`);
    this.same(`file ${at} of ${commit}`, digest(raw), digest(Buffer.from(content, 'latin1')));
    const count = content.split('\n').length - (content.endsWith('\n') || content === '' ? 1 : 0);
    if (count === 0) return;
    const first = 1 + this.next(count);
    const last = Math.min(count, first + this.next(60));
    const { results } = await this.got(
      `commits/${commit}/blame/${at}?first=${first}&last=${last}&limit=1000`,
    );
    const shown = results.flatMap(({ count: lines, commit: origin, original_path, original_line }) =>
      Array.from({ length: Number(lines) }, (_, line) => {
        const { id } = origin as { id: string };
        return `${id} ${Number(original_line) + line} ${String(original_path)}`;
      }),
    );
    const wanted = await this.truth.blame(commit, file.bytes, first, last);
    this.same(`blame ${at} of ${commit} from ${first} to ${last}`, shown, wanted);
  }

  private async changesOf(commit: string): Promise<void> {
    const { parents } = (await this.truth.commit(commit)) as { parents: { id: string }[] };
    await this.changes(`commits/${commit}/changesets`, parents[0]?.id ?? null, commit);
  }

  private async compare(head: string): Promise<void> {
    const near = await this.truth.history([head], { limit: 1, offset: 1 + this.next(40) });
    for (const base of [near[0], this.pick(this.commits)]) {
      if (base === undefined) continue;
      const range = `${base}...${head}`;
      const window = { limit: 1 + this.next(30), offset: this.pick([0, this.next(10)]) };
      const listed = await this.got(`compare/commits/${range}?limit=${window.limit}&offset=${window.offset}`);
      const merged = await this.truth.mergeBase(base, head);
      this.same(`merge base of ${range}`, (listed.metadata as { merge_base?: unknown }).merge_base, merged);
      const wanted = await this.truth.history([`${base}..${head}`], window);
      this.same(
        `commits of ${range} ${JSON.stringify(window)}`,
        listed.results.map(({ id }) => id),
        wanted,
      );
      await this.changes(`compare/changesets/${range}`, merged, head);
    }
  }

  private async changes(at: string, base: string | null, head: string): Promise<void> {
    const all = await this.truth.changes(base, head);
    const { limit, offset } = this.window(Math.min(all.length, 500), 20);
    const { results } = await this.got(`${at}?limit=${limit}&offset=${offset}`);
    const part = all.slice(offset, offset + limit);
    const names = ({ status, path, old_path, mode, old_mode }: Record<string, unknown>) => ({
      ...{ status, path, old_path, mode, old_mode },
    });
    this.same(
      `${at} from ${offset}`,
      results.map(names),
      part.map((each) => ({ ...each })),
    );
    if (all.length > 1_000 || results.length !== part.length) return;
    const counts = await this.truth.counts(base, head);
    const patches = await this.truth.patches(base, head);
    // What became something else has two patches.
    const blocks = all.map(({ status }) => patches.splice(0, status === 'type_changed' ? 2 : 1).join(''));
    results.forEach((change, index) =>
      this.change(`${at} ${part[index].path}`, change, counts, blocks[offset + index]),
    );
  }

  private change(
    at: string,
    { path, additions, deletions, binary, diff, truncated, status }: ApiObject,
    counts: ReadonlyMap<string, [string, string]>,
    patch: string,
  ): void {
    if (truncated)
      return this.same(`${at}: beginning`, patch.startsWith(String(diff).replace(/\ufffd+$/, '')), true);
    this.same(`${at}: diff`, diff, patch);
    const counted = counts.get(String(path));
    // What is binary and only moved: git looks into it, though nothing in it changed.
    const isOnlyMoved = patch === '' && !binary && counted?.[0] === '-';
    const shown = binary || isOnlyMoved ? ['-', '-'] : [String(additions), String(deletions)];
    if (status !== 'type_changed') this.same(`${at}: counts`, shown, counted);
  }

  private async archive(commit: string, directory: Bytes): Promise<void> {
    const format = this.pick(['tar.gz', 'zip']);
    const path = directory !== '' && this.next(2) === 0 ? directory : undefined;
    const part = path === undefined ? '' : `&path=${encodeURIComponent(shownAs(path))}`;
    const sent = await this.bytes(`commits/${commit}/archive?format=${format}${part}`);
    const own = Buffer.from(await this.truth.archive(commit, format, path), 'latin1');
    const plain = (bytes: Buffer): Buffer => (format === 'zip' ? bytes : gunzipSync(bytes));
    this.same(`${format} of ${commit} ${path ?? ''}`, digest(plain(sent)), digest(plain(own)));
  }

  /** Any file of a commit; none that is a submodule. */
  private async file(commit: string): Promise<{ bytes: Bytes; id: string } | undefined> {
    const all = (await this.truth.entries(commit, '', true)).filter(({ mode }) => mode !== '160000');
    // What is shown alike cannot be told apart.
    const twice = (path: string): boolean =>
      path.includes('\ufffd') && all.filter((each) => each.path === path).length > 1;
    const one = all.length > 0 ? this.pick(all) : undefined;
    return one && !twice(one.path) ? one : undefined;
  }

  private address(path: Bytes): string {
    return shownAs(path).split('/').map(encodeURIComponent).join('/');
  }

  private window(length: number, most = 200): { limit: number; offset: number } {
    return { limit: 1 + this.next(most), offset: this.next(Math.max(1, length)) };
  }

  private pick<T>(all: readonly T[]): T {
    return all[this.next(all.length)];
  }

  private async got(path: string) {
    this.asked += 1;
    return must(this.admin.api.get(`${this.repository.path}/${path}`), 200);
  }

  private async bytes(path: string): Promise<Buffer> {
    this.asked += 1;
    const headers = { authorization: authorization(this.admin.keys) };
    const answer = await fetch(`${access.api_url}${this.repository.path}/${path}`, { headers });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  private same(what: string, shown: unknown, wanted: unknown): void {
    if (!isDeepStrictEqual(shown, wanted)) this.differences.push({ what, shown, wanted });
  }
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const isPlain = (path: string): boolean => !path.includes('\ufffd');
