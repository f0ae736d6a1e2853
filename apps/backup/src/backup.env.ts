import { byteTlsFilesOf, type ByteTlsFiles } from '@holdfast/platform/byte-ports';
import {
  absoluteDirectory,
  listenAddress,
  Settings,
  text,
  type ListenAddress,
} from '@holdfast/platform/settings';

/** Everything that the program takes from its environment; nothing else reads it. */
export interface BackupEnv {
  /** The file that says where the installation has what (`Installation`); absent where a command needs none. */
  installation?: string;
  /** Where backups are kept: an absolute directory, or `s3://…`. */
  url?: string;
  /** The file of the key. */
  key?: string;
  /** Of a storage node that is read from elsewhere: its directory, and where it is served. */
  data?: string;
  listen?: ListenAddress;
  /** The file of what who asks there has to show, and those of TLS. */
  token?: string;
  tls?: ByteTlsFiles;
}

/** @throws Error that names the variable which is wrong, and what it wants */
export const readBackupEnv = (env: NodeJS.ProcessEnv = process.env): BackupEnv => {
  const settings = new Settings(env);
  return {
    installation: settings.optional('HOLDFAST_BACKUP_INSTALLATION', text),
    url: settings.optional('HOLDFAST_BACKUP_URL', text),
    key: settings.optional('HOLDFAST_BACKUP_KEY', text),
    data: settings.optional('HOLDFAST_DATA', absoluteDirectory),
    listen: settings.optional('HOLDFAST_BACKUP_LISTEN', listenAddress),
    token: settings.optional('HOLDFAST_BACKUP_TOKEN', text),
    tls: byteTlsFilesOf({
      cert: settings.optional('HOLDFAST_BYTES_TLS_CERT', text),
      key: settings.optional('HOLDFAST_BYTES_TLS_KEY', text),
      ca: settings.optional('HOLDFAST_BYTES_TLS_CA', text),
    }),
  };
};

/**
 * Puts the key for buckets that is this program's own, where there is one, into the variables of AWS, at which the
 * client of buckets looks.
 * @throws Error where there is half of one: with half of another it opens nothing, and nobody would be told why
 */
export const takeOwnBucketKey = (env: NodeJS.ProcessEnv = process.env): void => {
  const settings = new Settings(env);
  const id = settings.optional('HOLDFAST_BACKUP_AWS_ACCESS_KEY_ID', text);
  const secret = settings.optional('HOLDFAST_BACKUP_AWS_SECRET_ACCESS_KEY', text);
  if (Boolean(id) !== Boolean(secret))
    throw new Error(
      'HOLDFAST_BACKUP_AWS_ACCESS_KEY_ID and HOLDFAST_BACKUP_AWS_SECRET_ACCESS_KEY must be set together',
    );
  if (!id || !secret) return;
  // A session is one of another key, and where there is a profile the client looks at no key beside it.
  Object.assign(env, {
    AWS_ACCESS_KEY_ID: id,
    AWS_SECRET_ACCESS_KEY: secret,
    AWS_SESSION_TOKEN: '',
    AWS_PROFILE: '',
  });
};
