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
  HOLDFAST_GIT_MEMORY: [
    'repository',
    '`2G`',
    'Most memory (data) of each git process and of the process that runs them; K, M, G, T may follow.',
  ],
  HOLDFAST_GIT_MEMORY_TOGETHER: [
    'repository',
    'half of the machine’s, `HOLDFAST_GIT_MEMORY` at least',
    'Most memory of all git programs of transfers on a node together; whose have the most loses the largest.',
  ],
  HOLDFAST_PUSH_MEMORY: [
    'repository',
    '`256M`',
    'The same for each git process that takes a push in; one that reads has as much, and 256M or, of histories and what differs, 512M at least.',
  ],
};
