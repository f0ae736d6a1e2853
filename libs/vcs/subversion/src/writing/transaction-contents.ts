import { isUtf8 } from 'node:buffer';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loopShare, unlessGone } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { youngestIn } from '../process/youngest.js';
import { linkMark } from '../reading/tree-entry.js';
import { encodedPath, type DavClient } from '../server/dav-client.js';
import { brokenProperty, readOf } from './broken-properties.js';
import { directoriesAbove } from './external-lines.js';
import { TransactionQuestions } from './transaction-questions.js';
import { placeOf, propertiesIn } from './transaction-props.js';

const special = 'svn:special';
const externals = 'svn:externals';
/** What is told to who sets such ones. Stock clients write through links, and lock their working copies at files. */
const inTheWay = `${externals} lead through a file or a symbolic link: no working copy can have them there`;
/** Externals of one property may lead through so many directories: each is asked about. */
const mostPlaces = 1_000;
const tooMany = `${externals} lead through more than ${mostPlaces} directories`;
/** Clients read no more of where a link leads (bytes), and show one that leads farther as changed for ever. */
const longestTarget = 1024;
const longestText = linkMark.length + longestTarget;

/** What is told to who commits another one. */
export const isBroken =
  `there is a symbolic link that no working copy can have: with ${special}, a text is "link ", ` +
  `and where it leads, without a line end, in at most ${longestTarget} bytes`;

/** Of what has another text or other properties: by which the transaction knows it, and its path, in bytes. */
const changed =
  /^([^ ]+)\.t[^ ]+ (?:add|modify|replace)[^ ]* (?!false false)(?:true|false) (?:true|false) [^/]*(\/[^]*)$/;

type Asked = Pick<TransferGrant, 'directory' | 'author' | 'owner'>;

/** One file or directory of an open transaction. */
interface OpenNode extends Asked {
  transaction: string;
  /** From the root, with its slash. */
  path: string;
  /** The newest revision, behind which the transaction is to be one. */
  newest: number;
  gone: AbortSignal;
}

/** What an open transaction changes, and clients could not have: by it they would all fail, in every working copy. */
export class TransactionContents {
  private readonly questions: TransactionQuestions;
  /** Whether lists of properties, by their sums, make a link: most files have the same few. */
  private readonly known = new Map<string, boolean>();

  constructor(client: Pick<DavClient, 'ask'>) {
    this.questions = new TransactionQuestions(client);
  }

  /** Why what an open transaction has changed may be no revision. @throws Error where it cannot be read */
  async unfit(asked: Asked, transaction: string, gone: AbortSignal): Promise<string | undefined> {
    const place = placeOf(asked.directory, transaction);
    if (place === undefined) return undefined;
    const looked = new Set<string>();
    const newest = await youngestIn(asked.directory);
    for await (const line of linesOf(join(place, 'changes'), gone)) {
      const [, id, path] = changed.exec(line) ?? [];
      if (id === undefined || looked.has(id)) continue;
      if (looked.size >= mostRemembered) looked.clear();
      looked.add(id);
      const node = { ...asked, transaction, path: Buffer.from(path, 'latin1').toString(), newest, gone };
      const unfit = await this.unfitNode(node, join(place, `node.${id}`));
      if (unfit !== undefined) return unfit;
      if (loopShare.isOver) await loopShare.pass();
    }
    return undefined;
  }

  /** `said`: the file with what the transaction says of it. */
  private async unfitNode(node: OpenNode, file: string): Promise<string | undefined> {
    const said = linesIn(file);
    const props = wordIn(said, 'props');
    if (props === undefined) return undefined;
    const isFile = wordIn(said, 'type') === 'file';
    let isLink: boolean | undefined;
    if (props.startsWith('-1')) {
      isLink = false;
      for (const [name, value] of await propertiesIn(`${file}.props`)) {
        if (name === special) isLink = true;
        const unfit = await this.unfitProperty(node, name, value, isFile);
        if (unfit !== undefined) return unfit;
        if (loopShare.isOver) await loopShare.pass();
      }
    }
    if (!isFile || !(isLink ?? (await this.isLink(node, props)))) return undefined;
    const length = Number(/^[^ ]+ [^ ]+ [^ ]+ (\d+)/.exec(wordIn(said, 'text') ?? '')?.[1] ?? 0);
    const isSound = length <= longestText && isTarget(await this.questions.text(inside(node)));
    return isSound ? undefined : isBroken;
  }

  /** What imports and mirrors have brought may stay where it is. */
  private async unfitProperty(
    node: OpenNode,
    name: string,
    value: Buffer,
    isFile: boolean,
  ): Promise<string | undefined> {
    const broken = await brokenProperty(name, value, { isFile, newest: node.newest });
    if (broken) {
      const before = await this.before(node, broken.name);
      if (before === undefined || !(await broken.isAsBefore(before))) return broken.reason;
    }
    return name === externals && !isFile ? this.misled(node, readOf(value)) : undefined;
  }

  /** The value that a property has in the newest revision. */
  private before(
    { directory, owner, gone, newest, path }: OpenNode,
    name: string,
  ): Promise<string | undefined> {
    const address = `/!svn/rvr/${newest}${encodedPath(path)}`;
    return this.questions.property({ directory, owner, gone, address }, name);
  }

  /** Why externals may not lead where they do, unless they did so before. */
  private async misled(node: OpenNode, value: string): Promise<string | undefined> {
    const places = await directoriesAbove(value, mostPlaces);
    if (places && !(await this.isAnyFile(node, places))) return undefined;
    const before = await this.before(node, 'externals');
    return before === value ? undefined : places ? inTheWay : tooMany;
  }

  /** Whether there is a file, or a link, at one of these places below it. */
  private async isAnyFile(node: OpenNode, places: Iterable<string>): Promise<boolean> {
    for (const place of places) {
      const path = `${node.path === '/' ? '' : node.path}/${place}`;
      if (await this.questions.isFile(inside({ ...node, path }))) return true;
    }
    return false;
  }

  private async isLink(node: OpenNode, props: string): Promise<boolean> {
    const sum = /^[^ ]+ [^ ]+ [^ ]+ (\d+ [0-9a-f]{32})/.exec(props)?.[1] ?? props;
    const known = this.known.get(sum);
    if (known !== undefined) return known;
    const found = (await this.questions.property(inside(node), 'special')) !== undefined;
    if (this.known.size >= mostRemembered) this.known.clear();
    this.known.set(sum, found);
    return found;
  }
}

/** It, as the transaction has it. */
const inside = ({ transaction, path, ...asked }: OpenNode) => ({
  ...asked,
  address: `/!svn/txr/${transaction}${encodedPath(path)}`,
});

/** More sums, or files of a transaction, are not kept in mind. */
const mostRemembered = 100_000;

/** Whether it is the text of a link that working copies can have. */
const isTarget = (text: Buffer): boolean =>
  text.length > linkMark.length &&
  text.length <= longestText &&
  text.subarray(0, linkMark.length).equals(Buffer.from(linkMark)) &&
  !text.includes(0) &&
  !text.includes('\n') &&
  isUtf8(text);

/**
 * What stands in a file of a few lines. As a rule Subversion has just written it: it is in memory, and to hand it to
 * another thread takes ten times as long.
 */
const linesIn = (file: string): string[] => {
  try {
    return readFileSync(file, 'latin1').split('\n');
  } catch (error) {
    unlessGone(error);
    return [];
  }
};

/** What the first line of this name says. */
const wordIn = (lines: readonly string[], name: string): string | undefined =>
  lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);

/** As bytes: names may have what other readers take for a line end. One that changes nothing has none. */
async function* linesOf(file: string, signal: AbortSignal): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const piece of createReadStream(file, { encoding: 'latin1', signal })) {
      const lines = (rest + String(piece)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    unlessGone(error);
  }
}
