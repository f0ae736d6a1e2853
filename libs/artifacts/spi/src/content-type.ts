import { nameOf } from './artifact-path.js';

/**
 * Media types by extension. HTML, SVG and the like are absent on purpose: they are served as
 * `application/octet-stream`. XML is there, which build tools ask for: a browser shows it, also what is XHTML or SVG in
 * it, and runs nothing of it, since all files are served with `Content-Security-Policy: sandbox`.
 */
const mediaTypes: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  properties: 'text/plain; charset=utf-8',
  asc: 'text/plain; charset=utf-8',
  md5: 'text/plain; charset=utf-8',
  sha1: 'text/plain; charset=utf-8',
  sha256: 'text/plain; charset=utf-8',
  sha512: 'text/plain; charset=utf-8',
  zip: 'application/zip',
  gz: 'application/gzip',
  tgz: 'application/gzip',
  bz2: 'application/x-bzip2',
  xz: 'application/x-xz',
  tar: 'application/x-tar',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  pdf: 'application/pdf',
};

/** The media type with which a file is served. `own`: types of extensions that only the kind has. */
export const contentTypeOf = (path: string, own: Readonly<Record<string, string>> = {}): string => {
  const name = nameOf(path);
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (Object.hasOwn(own, extension)) return own[extension];
  return Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension] : 'application/octet-stream';
};
