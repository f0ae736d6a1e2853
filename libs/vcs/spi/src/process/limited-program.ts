import type { ProgramCall } from './child-processes.js';

/**
 * A shell that sets a limit (its first word, KiB) and becomes the program. Where no limit can be set there is none.
 * What ends itself for want of memory leaves no image of it on the disk: whoever may have that happen would fill it.
 */
const shell = 'ulimit -c 0 2>/dev/null; ulimit -d "$0" 2>/dev/null; exec "$@"';

/** The call of a program that may have so many bytes of data, as may each that it starts. None leaves a core file. */
export const limited = ({ program, args, ...call }: ProgramCall, memory: number): ProgramCall => ({
  ...call,
  program: '/bin/sh',
  args: ['-c', shell, String(Math.floor(memory / 1024)), program, ...args],
});

/** The same in which files that it writes are never longer (bytes): what would make one longer fails. */
export const withShortFiles = ({ program, args, ...call }: ProgramCall, longest: number): ProgramCall => ({
  ...call,
  program: '/bin/sh',
  args: ['-c', fileShell, String(Math.floor(longest / 512)), program, ...args],
});

/** The same for the length of a file (blocks of 512 bytes). */
const fileShell = 'ulimit -f "$0" 2>/dev/null; exec "$@"';
