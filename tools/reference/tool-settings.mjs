/**
 * The settings of the tools and of the program that makes backups, for the table of settings.
 * @type {Record<string, [reader: string, fallback: string, meaning: string]>}
 */
export const toolSettings = {
  HOLDFAST_BACKUP_URL: ['backup', '', 'Where backups are kept: a directory, or `s3://bucket/prefix`.'],
  HOLDFAST_BACKUP_KEY: ['backup', '', 'File with the key that seals backups.'],
  HOLDFAST_BACKUP_AWS_ACCESS_KEY_ID: [
    'backup',
    '`AWS_ACCESS_KEY_ID`',
    'The id of the key for buckets, where the environment names that of another part, too. No profile of AWS counts then: name the region in the address.',
  ],
  HOLDFAST_BACKUP_AWS_SECRET_ACCESS_KEY: ['backup', '`AWS_SECRET_ACCESS_KEY`', 'The secret of that key.'],
  HOLDFAST_BACKUP_INSTALLATION: ['backup', 'set by the tools', 'File that says where what is.'],
  HOLDFAST_BACKUP_LISTEN: [
    'backup',
    '',
    'Address and port on which `serve` gives the files of a storage node to a backup that is made elsewhere.',
  ],
  HOLDFAST_BACKUP_TOKEN: ['backup', '', 'File with what who asks there has to show, 32 characters or more.'],
  HOLDFAST_NODES: [
    'tools',
    '',
    'Names of further storage nodes that run on this machine, with commas between.',
  ],
};
