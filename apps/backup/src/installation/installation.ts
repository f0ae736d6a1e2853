import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A schema, and who owns it. */
export interface SchemaOwner {
  /** The schema's name. */
  name: string;
  databaseUrl: string;
  /** The file with the password; absent: it stands in the URL. */
  credentials?: string;
}

/** Where an installation has what belongs into a backup, as the tools write it down for this program. */
export interface Installation {
  schemas: SchemaOwner[];
  /** The directory of each storage node that can be reached here. */
  nodes: Record<string, string>;
  blobs: { data: string; url?: string };
  /** Files by the names under which they are in backups; what is not there is left out. */
  files: Record<string, string>;
  /** Present where the installation has made its secret itself: the file in which it stands. */
  secrets?: string;
  /** A file that is there while a restore has begun and not ended: nothing starts then. */
  restoring: string;
}

/** @throws Error when it cannot be read */
export const readInstallation = (file: string | undefined): Installation => {
  if (file === undefined) throw new Error('HOLDFAST_BACKUP_INSTALLATION is missing');
  return JSON.parse(readFileSync(file, 'utf8')) as Installation;
};

/** Where a storage node has a repository: `Placement` of the repository service puts it there. */
export const directoryOf = (data: string, { uuid, type }: { uuid: string; type: string }): string =>
  join(data, uuid.slice(-2), uuid.slice(-4, -2), `${uuid}.${type}`);

/** The directory of a storage node. @throws Error where it is not here */
export const dataOf = ({ nodes }: Installation, name: string): string => {
  const data = nodes[name];
  if (data === undefined)
    throw new Error(`the backup has repositories of the storage node ${name}: name it in HOLDFAST_NODES`);
  return data;
};
