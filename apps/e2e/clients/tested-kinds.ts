import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch } from '../scratch.js';
import type { Person, RepositoryAt } from '../world.js';
import { ask } from './door.js';
import { WorkingCopy } from './git.js';
import { hasHg, HgCopy } from './hg.js';
import type { Ended } from './program.js';
import type { Talk } from './soon-refused.js';
import { hasSvn, SvnClient } from './svn.js';

/** Changes a repository of a kind by its stock client. */
interface KindWriter {
  /** Puts this into a file, and brings that. */
  push(person: Person, repository: RepositoryAt, content: string): Promise<Ended>;
  /** Ends a branch. */
  drop(person: Person, repository: RepositoryAt, branch: string): Promise<Ended>;
}

/** What scenarios that are the same for all kinds have to know of one. */
export interface TestedKind {
  type: 'git' | 'mercurial' | 'subversion';
  /** The branch to which the writer pushes. */
  base: string;
  /** What stands between the parts of a branch's name. */
  separator: '/' | '-';
  /** Of new repositories. */
  attributes: object;
  writer(): Promise<KindWriter>;
  /** What a client asks that reads. */
  fetches(person: Person, repository: RepositoryAt, commit: string): Promise<Response>;
  /** What one asks that begins to write. */
  pushes(person: Person, repository: RepositoryAt, commit: string): Promise<Response>;
  /** How one that may write begins over SSH, at the path of the address. */
  talk(path: string): Talk;
}

const git: TestedKind = {
  ...{ type: 'git', base: 'main', separator: '/', attributes: {} },
  writer: async () => {
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    return {
      push: async (person, { url }, content) => {
        await copy.commit('file', content);
        return copy.push(person.in(url), 'HEAD:refs/heads/main');
      },
      drop: (person, { url }, branch) => copy.push(person.in(url), `:refs/heads/${branch}`),
    };
  },
  fetches: (person, { url }) => ask('GET', `${url}/info/refs?service=git-upload-pack`, person),
  pushes: (person, { url }) => ask('GET', `${url}/info/refs?service=git-receive-pack`, person),
  talk: (path) => ({ command: `git-receive-pack '${path}'`, says: '', heard: /refs/ }),
};

const mercurial: TestedKind = {
  ...{ type: 'mercurial', base: 'default', separator: '/', attributes: {} },
  writer: async () => {
    const copy = await HgCopy.make(join(await scratch(), 'copy'));
    return {
      push: async (person, { url }, content) => {
        await copy.commit('file', content);
        return copy.hg('push', '-q', person.in(url));
      },
      drop: async (person, { url }, branch) => {
        await copy.must('pull', '-q', person.in(url));
        await copy.must('update', '-q', branch);
        await copy.must('commit', '-q', '--close-branch', '-m', 'Close', '-u', 'mia');
        return copy.hg('push', '-q', person.in(url));
      },
    };
  },
  fetches: (person, { url }) => ask('GET', `${url}?cmd=heads`, person),
  // It is public already.
  pushes: (person, { url }, commit) =>
    ask('POST', `${url}?cmd=pushkey&namespace=phases&key=${commit}&old=0&new=0`, person, { body: '' }),
  talk: (path) => ({
    command: `hg -R '${path.slice(1)}' serve --stdio`,
    says: 'hello\n',
    heard: /capabilities: /,
  }),
};

const subversion: TestedKind = {
  ...{ type: 'subversion', base: 'trunk', separator: '-', attributes: { layout: true } },
  writer: () =>
    Promise.resolve({
      push: async (person, { url }, content) => {
        const client = await SvnClient.of(person);
        const file = join(client.directory, 'file');
        await writeFile(file, content);
        return client.run('svnmucc', ['-m', 'change', '-U', url, 'put', file, 'trunk/file']);
      },
      drop: async (person, { url }, branch) =>
        (await SvnClient.of(person)).run('svn', ['rm', '-q', '-m', 'gone', `${url}/branches/${branch}`]),
    }),
  fetches: (person, { url }) => ask('PROPFIND', url, person, { headers: { depth: '0' } }),
  pushes: (person, { url }) => {
    const headers = { 'content-type': 'application/vnd.svn-skel' };
    return ask('POST', `${url}/!svn/me`, person, { headers, body: '( create-txn )' });
  },
  talk: (path) => {
    const url = `svn+ssh://svc@host${path}`;
    const says = `( 2 ( edit-pipeline svndiff1 ) ${url.length}:${url} 3:svn ( ) ) `;
    return { command: 'svnserve -t', says, heard: /EXTERNAL/ };
  },
};

/** Those that the API has beside git, whose client is here; the scenarios of each say where it is not. */
export const kindsBesideGit = [...(hasHg ? [mercurial] : []), ...(hasSvn ? [subversion] : [])];
export const testedKinds = [git, ...kindsBesideGit];
