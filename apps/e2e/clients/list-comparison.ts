import type { ApiObject } from './api.js';
import { addressOf, commitShown, type ContentQuestions } from './content-questions.js';
import type { GitLists, Place, Told } from './git-lists.js';
import { shownAs, type Bytes } from './git-truth.js';

/** Of a line, so much is told at most, with so much before the place that was found (bytes). */
const mostText = 1_000;
const mostBefore = 200;

/** Asks the API and git the same of lists that are searched, filtered or turned round, and of names. */
export class ListComparison {
  private readonly kinds: ((commit: string) => Promise<void>)[] = [
    (commit) => this.found(commit),
    (commit) => this.after(commit),
    (commit) => this.touched(commit),
    (commit) => this.chosen(commit),
    (commit) => this.parts(commit),
    (commit) => this.names(commit),
  ];

  /** `standard`: the default branch. */
  constructor(
    private readonly questions: ContentQuestions,
    private readonly lists: GitLists,
    private readonly standard: string,
  ) {}

  /** Another sort of list at each turn. */
  look(commit: string, turn: number): Promise<void> {
    return this.kinds[turn % this.kinds.length](commit);
  }

  /** What is found in the paths and in the files of a commit. */
  private async found(commit: string): Promise<void> {
    const text = await this.text(commit);
    if (text === undefined) return;
    const fields = this.questions.pick(['', 'content', 'path']);
    const entries = fields === 'content' ? [] : await this.lists.entries(commit, '', true);
    const all: Place[] = entries.filter(({ path }) => has(path, text)).map(({ path }) => ({ path }));
    // There may be more of them than a call has arguments.
    if (fields !== 'path') for (const line of await this.lists.grep(commit, text)) all.push(line);
    const asked = { search_term: text, ...(fields && { search_fields: fields }) };
    await this.page(`commits/${commit}/search`, asked, all, (result, place) => [
      lineShown(result, place),
      lineOf(place),
    ]);
  }

  /** What comes after a commit, up to the default branch. */
  private async after(commit: string): Promise<void> {
    const tip = `refs/heads/${this.standard}`;
    const path = await this.path(commit);
    const at = path === undefined ? 'future' : `future/${addressOf(path)}`;
    await this.ids(`commits/${commit}/${at}`, {}, await this.lists.after(commit, tip, path));
  }

  /** The last commits that touched what is in a directory. */
  private async touched(commit: string): Promise<void> {
    const directory = await this.questions.directory(commit);
    const entries = await this.lists.entries(commit, directory);
    const { limit, offset } = this.questions.window(entries.length, 12);
    const at = `commits/${commit}/tree${directory === '' ? '' : `/${addressOf(directory)}`}`;
    const { results } = await this.questions.got(`${at}?include=commit&limit=${limit}&offset=${offset}`);
    const shown = results.map(({ path, commit: last }) => [path, (last as ApiObject | null)?.id ?? null]);
    const part = entries.slice(offset, offset + limit);
    const lasts = await Promise.all(part.map(({ bytes }) => this.lists.last(commit, bytes)));
    const wanted = part.map(({ path }, index) => [path, lasts[index]]);
    this.questions.same(`last commits of ${at} from ${offset}`, shown, wanted);
    const [first] = results;
    if (first?.commit && lasts[0])
      this.questions.same(
        `last commit of ${at}`,
        commitShown(first.commit as ApiObject),
        await this.lists.commit(lasts[0]),
      );
  }

  /** The history of a revision, by author, message, path and time. */
  private async chosen(commit: string): Promise<void> {
    const path = await this.path(commit);
    const all = await this.lists.told(commit, path);
    if (all.length === 0) return;
    const { author, message, at } = this.questions.pick(all);
    const [by, said] = [this.sometimes(author), this.sometimes(message)];
    const [from, to] = [this.questions.next(9) - 4, this.questions.next(100_000)].map((each) => at - each);
    const after = this.questions.next(2) === 0 ? from : undefined;
    const before = this.questions.next(3) === 0 ? to + 90_000 : undefined;
    const isChosen = (one: Told): boolean =>
      (by === undefined || has(one.author, by)) &&
      (said === undefined || has(one.message, said)) &&
      (after === undefined || one.at > after) &&
      (before === undefined || one.at < before);
    const asked = {
      ...{ reference: commit, ...(path !== undefined && { path: shownAs(path) }) },
      ...{ ...(by !== undefined && { author: by }), ...(said !== undefined && { search_term: said }) },
      ...(after !== undefined && { after: new Date(after * 1000).toISOString() }),
      ...(before !== undefined && { before: new Date(before * 1000).toISOString() }),
    };
    const ids = all.filter(isChosen).map(({ id }) => id);
    await this.ids('commits', asked, ids, 'desc');
  }

  /** Files and directories whose paths have something in them. */
  private async parts(commit: string): Promise<void> {
    const isWhole = this.questions.next(2) === 0;
    const directory = isWhole ? '' : await this.questions.directory(commit);
    const entries = await this.lists.entries(commit, directory, isWhole);
    if (entries.length === 0) return;
    const text = this.sometimes(this.questions.pick(entries).path);
    const at = isWhole ? 'files' : `tree${directory === '' ? '' : `/${addressOf(directory)}`}`;
    const asked = text === undefined ? {} : { search_term: text };
    const all = entries.filter(({ path }) => text === undefined || has(path, text));
    await this.page(`commits/${commit}/${at}`, asked, all, ({ path, id, mode }, entry) => [
      [path, id, mode],
      [entry.path, entry.id, entry.mode],
    ]);
  }

  /** Branches and tags, and what they and the beginnings of hashes lead to. */
  private async names(commit: string): Promise<void> {
    const start = commit.slice(0, 7 + this.questions.next(6));
    const same = this.questions.commits.filter((id) => id.startsWith(start));
    this.questions.same(start, await this.questions.idOf(start), same.length === 1 ? commit : null);
    const branches = await this.lists.names('heads');
    await this.page('branches', {}, branches, ({ id, commit: at }, one) => [
      [id, at],
      [one.id, one.object],
    ]);
    const tags = await this.lists.names('tags');
    await this.page('tags', {}, tags, async ({ id, commit: at, ...shown }, one) => {
      const { annotated, message, tagger, tagger_email, tagged_at } = shown;
      const time = typeof tagged_at === 'string' ? Date.parse(tagged_at) : tagged_at;
      const wanted = { id: one.id, commit: await this.lists.commitOf(one.object) };
      return [
        { id, commit: at, annotated, message, tagger, tagger_email, tagged_at: time },
        { ...wanted, ...(await this.lists.written(one.id, one.object)) },
      ];
    });
    if (tags.length === 0) return;
    const { id, object } = this.questions.pick(tags);
    // A branch of its name comes first.
    const wanted = branches.find((branch) => branch.id === id)?.object ?? (await this.lists.commitOf(object));
    this.questions.same(`tag ${id}`, await this.questions.idOf(id), wanted);
  }

  /** A part of a text of the commit: of a line, or of a path. */
  private async text(commit: string): Promise<string | undefined> {
    const file = await this.questions.file(commit);
    if (!file) return undefined;
    const content = shownAs((await this.lists.content(file.id)).slice(0, 100_000));
    return this.questions.partOf(this.questions.pick([file.path, ...content.split(/\r?\n/).filter(Boolean)]));
  }

  private async path(commit: string): Promise<Bytes | undefined> {
    const chosen = this.questions.next(3);
    if (chosen === 0) return undefined;
    if (chosen === 1) return (await this.questions.directory(commit)) || undefined;
    return (await this.questions.file(commit))?.bytes;
  }

  private sometimes(text: string): string | undefined {
    return this.questions.next(2) === 0 ? undefined : this.questions.partOf(text);
  }

  /** A page of commits, which come in this order where nothing is said. */
  private ids(
    at: string,
    asked: object,
    ids: readonly string[],
    usual: 'asc' | 'desc' = 'asc',
  ): Promise<void> {
    return this.page(at, asked, ids, ({ id }, wanted) => [id, wanted], usual);
  }

  /** A page of a list, in its order or turned round; `each` says what was shown and wanted of one. */
  private async page<T>(
    at: string,
    asked: object,
    all: readonly T[],
    each: (shown: ApiObject, wanted: T) => unknown[] | Promise<unknown[]>,
    usual: 'asc' | 'desc' = 'asc',
  ): Promise<void> {
    const isTurned = this.questions.next(3) === 0;
    const order = isTurned === (usual === 'asc') ? 'desc' : 'asc';
    const { limit, offset } = this.questions.window(all.length, 60);
    const query = new URLSearchParams({ ...asked, order, limit: String(limit), offset: String(offset) });
    const { results, metadata } = await this.questions.got(`${at}?${query.toString()}`);
    // A search that takes long answers what it has found until then, and that there is more.
    const isCut = at.endsWith('/search') && results.length > 0 && metadata.more_results;
    const most = isCut ? Math.min(limit, results.length) : limit;
    const part = (isTurned ? all.toReversed() : all).slice(offset, offset + most);
    const told = { count: results.length, more: metadata.more_results };
    const wanted = { count: part.length, more: offset + most < all.length };
    this.questions.same(`${at}?${query.toString()}`, told, wanted);
    if (results.length !== part.length) return;
    const pairs = await Promise.all(results.map(async (result, index) => each(result, part[index])));
    this.questions.same(
      `${at}?${query.toString()}`,
      pairs.map(([shown]) => shown),
      pairs.map(([, one]) => one),
    );
  }
}

const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

const isCut = ({ text = '', column = 1 }: Place): boolean =>
  column - 1 > mostBefore || text.length > mostText;

/** What is to be said of a place; of a line that is not shown whole, that it is not. */
const lineOf = (place: Place): object => {
  const { path, line, text } = place;
  if (line === undefined) return { path };
  return isCut(place) ? { path, line, truncated: true } : { path, line, text: shownAs(text ?? '') };
};

const lineShown = ({ path, line, text, truncated }: ApiObject, place: Place): object => {
  const isPart = isCut(place) && shownAs(place.text ?? '').includes(String(text));
  return {
    ...{ path, ...(line !== undefined && { line }) },
    ...(text !== undefined && !isPart && { text }),
    ...(truncated !== undefined && { truncated }),
  };
};
