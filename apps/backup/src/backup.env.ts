import { Settings, text } from '@holdfast/platform/settings';

/** Everything that the program takes from its environment; nothing else reads it. */
export interface BackupEnv {
  /** The file that says where the installation has what (`Installation`); absent where a command needs none. */
  installation?: string;
  /** Where backups are kept: an absolute directory, or `s3://…`. */
  url?: string;
  /** The file of the key. */
  key?: string;
}

/** @throws Error that names the variable which is wrong, and what it wants */
export const readBackupEnv = (env: NodeJS.ProcessEnv = process.env): BackupEnv => {
  const settings = new Settings(env);
  return {
    installation: settings.optional('HOLDFAST_BACKUP_INSTALLATION', text),
    url: settings.optional('HOLDFAST_BACKUP_URL', text),
    key: settings.optional('HOLDFAST_BACKUP_KEY', text),
  };
};
