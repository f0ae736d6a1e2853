import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { ApiObject } from './api.js';
import { addressOf, commitShown, isPlain, type ContentQuestions } from './content-questions.js';
import { shownAs, type Bytes } from './git-truth.js';
import type { ListComparison } from './list-comparison.js';

const atATime = 4;

/** Asks the API and git the same, about commits, paths and ranges by chance. */
export class ContentComparison {
  constructor(
    private readonly questions: ContentQuestions,
    private readonly lists: ListComparison,
  ) {}

  /** Looks at so many commits, at some of them at a time. */
  async run(many: number): Promise<void> {
    let count = 0;
    const looking = async (): Promise<void> => {
      while (count < many && !this.questions.isEnough) {
        const commit = this.questions.pick(this.questions.commits);
        const turn = (count += 1);
        await this.look(commit, turn).catch((error: unknown) =>
          this.questions.differences.push(String(error)),
        );
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
    await this.lists.look(commit, count);
  }

  private async show(commit: string): Promise<void> {
    const shown = await this.questions.got(`commits/${commit}`);
    this.questions.same(`show ${commit}`, commitShown(shown), await this.questions.truth.commit(commit));
  }

  /** A directory on the way down from the root; answers the last one. */
  private async tree(commit: string): Promise<Bytes> {
    let directory: Bytes = '';
    for (;;) {
      const entries = await this.questions.truth.entries(commit, directory);
      const { limit, offset } = this.questions.window(entries.length);
      const at = directory === '' ? 'tree' : `tree/${addressOf(directory)}`;
      const { results } = await this.questions.got(`commits/${commit}/${at}?limit=${limit}&offset=${offset}`);
      const shown = results.map(({ mode, id, path, size }) => ({ mode, id, path, size }));
      const wanted = entries
        .slice(offset, offset + limit)
        .map(({ mode, id, path, size }) => ({ mode, id, path, size }));
      this.questions.same(`${at} of ${commit}`, shown, wanted);
      const below = entries.filter(({ mode, path }) => mode === '040000' && isPlain(path));
      if (below.length === 0 || this.questions.next(3) === 0) return directory;
      directory = this.questions.pick(below).bytes;
    }
  }

  private async files(commit: string): Promise<void> {
    const all = await this.questions.truth.entries(commit, '', true);
    const { limit, offset } = this.questions.window(all.length);
    const { results } = await this.questions.got(`commits/${commit}/files?limit=${limit}&offset=${offset}`);
    const shown = results.map(({ mode, id, path, size }) => ({ mode, id, path, size }));
    const wanted = all
      .slice(offset, offset + limit)
      .map(({ mode, id, path, size }) => ({ mode, id, path, size }));
    this.questions.same(`files of ${commit} from ${offset}`, shown, wanted);
  }

  private async history(commit: string, directory: Bytes): Promise<void> {
    const file = await this.questions.file(commit);
    for (const path of [undefined, directory === '' ? undefined : directory, file?.bytes]) {
      const window = {
        limit: 1 + this.questions.next(30),
        offset: this.questions.pick([0, 0, this.questions.next(40)]),
      };
      const at = path === undefined ? 'history' : `history/${addressOf(path)}`;
      const { results } = await this.questions.got(
        `commits/${commit}/${at}?limit=${window.limit}&offset=${window.offset}`,
      );
      const wanted = await this.questions.truth.history([commit], window, path);
      this.questions.same(
        `${at} of ${commit} ${JSON.stringify(window)}`,
        results.map(({ id }) => id),
        wanted,
      );
    }
  }

  /** A part of a file by its lines, and the file itself. */
  private async lines(commit: string): Promise<void> {
    const file = await this.questions.file(commit);
    if (!file) return;
    const content = await this.questions.truth.content(file.id);
    const at = addressOf(file.bytes);
    const raw = await this.questions.bytes(`commits/${commit}/files/${at}`);
    this.questions.same(`file ${at} of ${commit}`, digest(raw), digest(Buffer.from(content, 'latin1')));
    const count = content.split('\n').length - (content.endsWith('\n') || content === '' ? 1 : 0);
    if (count === 0) return;
    const first = 1 + this.questions.next(count);
    const last = Math.min(count, first + this.questions.next(60));
    const { results } = await this.questions.got(
      `commits/${commit}/blame/${at}?first=${first}&last=${last}&limit=1000`,
    );
    const shown = results.flatMap(({ count: lines, commit: origin, original_path, original_line }) =>
      Array.from({ length: Number(lines) }, (_, line) => {
        const { id } = origin as { id: string };
        return `${id} ${Number(original_line) + line} ${String(original_path)}`;
      }),
    );
    const wanted = await this.questions.truth.blame(commit, file.bytes, first, last);
    this.questions.same(`blame ${at} of ${commit} from ${first} to ${last}`, shown, wanted);
  }

  private async changesOf(commit: string): Promise<void> {
    const { parents } = (await this.questions.truth.commit(commit)) as { parents: { id: string }[] };
    await this.changes(`commits/${commit}/changesets`, parents[0]?.id ?? null, commit);
  }

  private async compare(head: string): Promise<void> {
    const near = await this.questions.truth.history([head], {
      limit: 1,
      offset: 1 + this.questions.next(40),
    });
    for (const base of [near[0], this.questions.pick(this.questions.commits)]) {
      if (base === undefined) continue;
      const range = `${base}...${head}`;
      const window = {
        limit: 1 + this.questions.next(30),
        offset: this.questions.pick([0, this.questions.next(10)]),
      };
      const listed = await this.questions.got(
        `compare/commits/${range}?limit=${window.limit}&offset=${window.offset}`,
      );
      const merged = await this.questions.truth.mergeBase(base, head);
      this.questions.same(
        `merge base of ${range}`,
        (listed.metadata as { merge_base?: unknown }).merge_base,
        merged,
      );
      const wanted = await this.questions.truth.history([`${base}..${head}`], window);
      this.questions.same(
        `commits of ${range} ${JSON.stringify(window)}`,
        listed.results.map(({ id }) => id),
        wanted,
      );
      await this.changes(`compare/changesets/${range}`, merged, head);
    }
  }

  private async changes(at: string, base: string | null, head: string): Promise<void> {
    const all = await this.questions.truth.changes(base, head);
    const { limit, offset } = this.questions.window(Math.min(all.length, 500), 20);
    const { results } = await this.questions.got(`${at}?limit=${limit}&offset=${offset}`);
    const part = all.slice(offset, offset + limit);
    const names = ({ status, path, old_path, mode, old_mode }: Record<string, unknown>) => ({
      ...{ status, path, old_path, mode, old_mode },
    });
    this.questions.same(
      `${at} from ${offset}`,
      results.map(names),
      part.map((each) => ({ ...each })),
    );
    if (all.length > 1_000 || results.length !== part.length) return;
    const counts = await this.questions.truth.counts(base, head);
    const patches = await this.questions.truth.patches(base, head);
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
      return this.questions.same(
        `${at}: beginning`,
        patch.startsWith(String(diff).replace(/\ufffd+$/, '')),
        true,
      );
    this.questions.same(`${at}: diff`, diff, patch);
    const counted = counts.get(String(path));
    // What is binary and only moved: git looks into it, though nothing in it changed.
    const isOnlyMoved = patch === '' && !binary && counted?.[0] === '-';
    const shown = binary || isOnlyMoved ? ['-', '-'] : [String(additions), String(deletions)];
    if (status !== 'type_changed') this.questions.same(`${at}: counts`, shown, counted);
  }

  private async archive(commit: string, directory: Bytes): Promise<void> {
    const format = this.questions.pick(['tar.gz', 'zip']);
    const path = directory !== '' && this.questions.next(2) === 0 ? directory : undefined;
    const part = path === undefined ? '' : `&path=${encodeURIComponent(shownAs(path))}`;
    const sent = await this.questions.bytes(`commits/${commit}/archive?format=${format}${part}`);
    const own = Buffer.from(await this.questions.truth.archive(commit, format, path), 'latin1');
    const plain = (bytes: Buffer): Buffer => (format === 'zip' ? bytes : gunzipSync(bytes));
    this.questions.same(`${format} of ${commit} ${path ?? ''}`, digest(plain(sent)), digest(plain(own)));
  }
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
