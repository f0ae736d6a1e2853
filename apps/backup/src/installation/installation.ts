import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ByteTlsFiles } from '@holdfast/platform/byte-ports';

/** A schema, and who owns it. */
export interface SchemaOwner {
  /** The schema's name. */
  name: string;
  databaseUrl: string;
  /** The file with the password; absent: it stands in the URL. */
  credentials?: string;
}

/** Where artifacts lie: in a directory, or in the bucket at `url`. */
export interface ArtifactPlaces {
  data: string;
  url?: string;
  /** Where they may lie besides: in the bucket at this address, or in the directory (`disk`). */
  other?: string;
}

/** Where an installation has what belongs into a backup, as the tools write it down for this program. */
export interface Installation {
  schemas: SchemaOwner[];
  /** The directory of each storage node that can be reached here, or where its reader is: `http://host:port`. */
  nodes: Record<string, string>;
  /** What readers are asked with: the file of the token, and of TLS. Present where there are any. */
  readers?: { token: string; tls?: ByteTlsFiles };
  blobs: ArtifactPlaces;
  /** Files by the names under which they are in backups; what is not there is left out. */
  files: Record<string, string>;
  /** Present where the installation has made its secret itself: the file in which it stands. */
  secrets?: string;
  /**
   * A file that is there while a restore has begun and not ended: nothing starts then. Absent: the database says so,
   * where nobody who starts the installation sees a file of this process.
   */
  restoring?: string;
}

/** @throws Error when it cannot be read */
export const readInstallation = (file: string | undefined): Installation => {
  if (file === undefined) throw new Error('HOLDFAST_BACKUP_INSTALLATION is missing');
  return JSON.parse(readFileSync(file, 'utf8')) as Installation;
};

/** Where a storage node has a repository, in its directory: `Placement` of the repository service puts it there. */
export const placeOf = ({ uuid, type }: { uuid: string; type: string }): string =>
  `${uuid.slice(-2)}/${uuid.slice(-4, -2)}/${uuid}.${type}`;

/** Its directory, where that of the node is here. */
export const directoryOf = (data: string, repository: { uuid: string; type: string }): string =>
  join(data, placeOf(repository));

/** Where a storage node has its journal. */
export const journalAt = 'intents';
