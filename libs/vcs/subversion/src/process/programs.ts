import { constants } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere } from '@holdfast/vcs-spi/engine';

/** Where the programs of Subversion are on this machine. */
export interface Programs {
  /** The web server. */
  server: string;
  /** `svn`. */
  client: string;
  /** The directory of its modules. */
  modules: string;
  /** Directories of Perl's, where they lie outside of the usual ones. */
  perl: readonly string[];
  /** The interpreter, for hooks. */
  perlProgram: string;
}

/** What of the server is loaded; everything else of it is built in. */
export const serverModules: readonly (readonly [name: string, file: string])[] = [
  ['mpm_prefork_module', 'mod_mpm_prefork.so'],
  ['authn_core_module', 'mod_authn_core.so'],
  ['authz_core_module', 'mod_authz_core.so'],
  ['authz_user_module', 'mod_authz_user.so'],
  ['dav_module', 'mod_dav.so'],
  ['dav_svn_module', 'mod_dav_svn.so'],
  ['perl_module', 'mod_perl.so'],
];

/** The command line programs that the engine runs besides. */
const commands = ['svnadmin', 'svnlook', 'svnmucc', 'svnserve'];

/** Servers of web pages lie where only administrators look. */
const administrative = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** Finds them. Rejects with what is missing. `path`: the search path. */
export const findPrograms = async (path: string): Promise<Programs> => {
  const directories = [...path.split(':').filter(Boolean), ...administrative];
  const missing: string[] = [];
  const find = async (...names: string[]): Promise<string> => {
    const places = directories.flatMap((directory) => names.map((name) => join(directory, name)));
    const found = await firstWith(places, constants.X_OK);
    if (found === undefined) missing.push(names[0]);
    return found ?? '';
  };
  const [server, perlProgram, client] = await Promise.all([
    find('apache2', 'httpd'),
    find('perl'),
    find('svn'),
    ...commands.map((name) => find(name)),
  ]);
  if (missing.length > 0) throw new Error(`Subversion is not installed here: ${missing.join(', ')} missing`);
  // A copy of our own has its files beside the directory of its programs.
  const above = dirname(dirname(server));
  const modules = await firstWith(
    [join(above, 'usr/lib/apache2/modules'), join(above, 'lib/apache2/modules'), '/usr/lib/apache2/modules'],
    constants.R_OK,
  );
  if (modules === undefined) throw new Error('Subversion is not installed here: no modules of apache2');
  for (const [, file] of serverModules)
    if (!(await isThere(join(modules, file), constants.R_OK)))
      throw new Error(`Subversion is not installed here: the module ${file} of apache2 is missing`);
  return { server, client, modules, perl: await perlBelow(above), perlProgram };
};

/** Perl's directories in a copy of our own; none where the system has it. */
const perlBelow = async (above: string): Promise<string[]> => {
  if (!(await isThere(join(above, 'usr/lib/apache2/modules'), constants.R_OK))) return [];
  const libraries = await below(join(above, 'usr/lib'));
  const places = libraries.flatMap((each) => [join(each, 'perl5'), join(each, 'perl')]);
  const found = await Promise.all([...places, join(above, 'usr/share/perl')].map(below));
  return [...found.flat(), join(above, 'usr/share/perl5')];
};

const below = async (directory: string): Promise<string[]> =>
  (await readdir(directory).catch(() => [])).map((name) => join(directory, name));

const firstWith = async (files: readonly string[], mode: number): Promise<string | undefined> => {
  for (const file of files) if (await isThere(file, mode)) return file;
  return undefined;
};
