import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTooLong, longestMessage } from '../writing/transaction-props.js';

const refusing = 'sub refuse { print STDERR @_; exit 1 }';

/**
 * What a revision is to say comes on the standard input, in bytes. The server would write it into its answers as it is.
 * Over HTTP none that is too long comes here.
 */
const fitMessages = `
my $said = do { local $/; <STDIN> } // '';
refuse("${isTooLong}\\n") if length($said) > ${longestMessage};
refuse("the message has a character that clients cannot read\\n") if $said =~ /\\xef\\xbf[\\xbe\\xbf]/;
`;

/**
 * What the server would write into its answers about a lock, and no client could read. Over HTTP no such comment comes.
 * Programs take no word over 128 KiB, so Subversion refuses longer ones before.
 */
const readableComments = `
refuse("the comment has a character that clients cannot read\\n") if ($ARGV[3] // '') =~ /\\xef\\xbf[\\xbe\\xbf]/;
`;

/** What is looked at before the engine is asked. */
const checks: Readonly<Record<string, string>> = {
  'pre-revprop-change': fitMessages,
  'pre-lock': readableComments,
};

/** The hooks of conversations: they ask the engine, which knows a conversation by the path of its repository. */
const asking = (perl: string, name: string, port: number): string => {
  // Of a lock nothing is told but where: its path and its comment may be long.
  const told = name === 'pre-lock' ? 0 : 4;
  return `#!${perl}
use strict;
use warnings;
use Socket;

${refusing}
${checks[name] ?? ''}
my $none = "the server could not decide about this commit, try again\\n";
socket(my $there, PF_INET, SOCK_STREAM, 0) or refuse($none);
connect($there, sockaddr_in(${port}, INADDR_LOOPBACK)) or refuse($none);
my $question = join("\\n", map { s/[\\r\\n]/ /gr } '${name}', @ARGV[0 .. ($#ARGV > ${told} ? ${told} : $#ARGV)]) . "\\n\\n";
defined(syswrite($there, $question)) or refuse($none);
my $answer = do { local $/; <$there> };
exit 0 if ($answer // '') eq "yes\\n";
refuse($answer || $none);
`;
};

/** Over HTTP it is known before who may change what a revision says: admins of the project, and its message only. */
const messagesOnly = (perl: string): string => `#!${perl}
use strict;
use warnings;

${refusing}
refuse("only the message of a revision can be changed\\n") unless $ARGV[3] eq 'svn:log';
${fitMessages}`;

/** Where the hooks lie: those of conversations, and those of the server. */
export interface HookDirectories {
  asking: string;
  served: string;
}

/** Writes them anew. `perl`: the interpreter. `port`: where the engine is asked. */
export const installHooks = async (state: string, perl: string, port: number): Promise<HookDirectories> => {
  const directories = { asking: join(state, 'asking-hooks'), served: join(state, 'hooks') };
  const write = async (directory: string, name: string, text: string): Promise<void> => {
    await writeFile(join(directory, name), text, { mode: 0o700 });
    await chmod(join(directory, name), 0o500);
  };
  for (const directory of Object.values(directories)) {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true, mode: 0o700 });
  }
  for (const name of ['start-commit', 'pre-commit', 'pre-revprop-change', 'pre-lock'])
    await write(directories.asking, name, asking(perl, name, port));
  await write(directories.served, 'pre-revprop-change', messagesOnly(perl));
  return directories;
};
