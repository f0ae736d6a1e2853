import { toldTime } from '@holdfast/vcs-spi';
import { attributeOf, XmlReader } from './xml-reader.js';

/** What the server says of a file or a directory. */
export interface ListedNode {
  /** From the root of the repository, without a slash before or behind it; '' is the root. */
  path: string;
  isDirectory: boolean;
  /** The revision with which it last changed. */
  revision: string;
  size?: number;
  sha1?: string;
  isExecutable?: true;
  /** A symlink, whose content is `link <target>`. */
  isSpecial?: true;
}

const properties = {
  names: '<resourcetype/><version-name/>',
  all:
    '<resourcetype/><version-name/><getcontentlength/>' +
    '<sha1-checksum xmlns="http://subversion.tigris.org/xmlns/dav/"/>' +
    '<executable xmlns="http://subversion.tigris.org/xmlns/svn/"/>' +
    '<special xmlns="http://subversion.tigris.org/xmlns/svn/"/>',
};

/** The question by which a directory is listed. */
export const listingQuestion = (what: keyof typeof properties): string =>
  `<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop>${properties[what]}</prop></propfind>`;

/** Reads the answer. `above`: the encoded path of the revision's root in it, with its slash. */
export const listingReader = (above: string, take: (listed: ListedNode) => void): XmlReader => {
  let one: { href?: string; said: Partial<ListedNode> } = { said: {} };
  return new XmlReader({
    opened: (name) => {
      if (name === 'response') one = { said: {} };
      if (name === 'collection') one.said.isDirectory = true;
    },
    closed: (name, text) => {
      const path = name === 'response' ? pathOf(above, one.href) : undefined;
      if (name === 'href') one.href ??= text;
      else if (name === 'version-name' && text !== '') one.said.revision = text;
      else if (name === 'getcontentlength' && text !== '') one.said.size = Number(text);
      else if (name === 'sha1-checksum' && text !== '') one.said.sha1 = text;
      else if (name === 'executable' && text !== '') one.said.isExecutable = true;
      else if (name === 'special' && text !== '') one.said.isSpecial = true;
      const { revision } = one.said;
      // Where nothing is but a lock of what was there, an answer comes that says nothing.
      if (path === undefined || revision === undefined) return;
      take({ isDirectory: false, ...one.said, revision, path });
    },
  });
};

const pathOf = (above: string, href: string | undefined): string | undefined => {
  if (href === undefined || !`${href}/`.startsWith(above)) return undefined;
  return decodeURIComponent(href.slice(above.length).replace(/\/$/, ''));
};

/** A revision as the log has it. */
export interface LogItem {
  revision: string;
  author: string;
  /** Seconds since 1970. */
  at: number;
  message: string;
}

/** Reads the answer to a question for the log. */
export const logReader = (take: (item: LogItem) => void): XmlReader => {
  let item: LogItem = nothing;
  let isEncoded = false;
  const text = (said: string): string => (isEncoded ? Buffer.from(said, 'base64').toString('utf8') : said);
  return new XmlReader({
    opened: (name, attributes) => {
      if (name === 'log-item') item = { ...nothing };
      isEncoded = attributeOf(attributes, 'encoding') === 'base64';
    },
    closed: (name, said) => {
      if (name === 'version-name') item.revision = said;
      else if (name === 'comment') item.message = text(said);
      else if (name === 'creator-displayname') item.author = text(said);
      else if (name === 'date') item.at = toldTime(Math.floor(Date.parse(said) / 1000));
      else if (name === 'log-item') take(item);
    },
  });
};

const nothing: LogItem = { revision: '', author: '', at: 0, message: '' };
