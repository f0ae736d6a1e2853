import { VcsRefusal } from '@holdfast/vcs-spi';

/** What a repository elsewhere says of itself. */
export interface RemoteHead {
  root: string;
  uuid: string;
  youngest: number;
}

/** Reads what `svn info --xml` says of the newest revision. @throws VcsRefusal `remote` */
export const remoteHead = (xml: string): RemoteHead => {
  const between = (tag: string): string => new RegExp(`<${tag}>([^<]{1,4000})</${tag}>`).exec(xml)?.[1] ?? '';
  const [, youngest] = /<entry\b[^>]*\brevision="(\d{1,10})"/.exec(xml) ?? [];
  const uuid = between('uuid');
  if (youngest === undefined || !/^[\w-]{1,64}$/.test(uuid))
    throw new VcsRefusal('remote', 'what the remote sends is not understood');
  return { root: between('root').replace(/&amp;/g, '&'), uuid, youngest: Number(youngest) };
};
