/**
 * The settings of what reads repositories of git, for the table of settings.
 * @type {Record<string, [reader: string, fallback: string, meaning: string]>}
 */
export const gitReaderSettings = {
  HOLDFAST_GIT_READER: [
    'repository',
    '`stock`',
    'What reads repositories of git: `stock`, the program git, or `nodegit`, which reads what it reads faster, where it is installed; git the rest.',
  ],
  HOLDFAST_NODEGIT: [
    'repository',
    'that of `tools/setup --with-nodegit`',
    'The directory of the package nodegit, for `HOLDFAST_GIT_READER=nodegit`.',
  ],
};
