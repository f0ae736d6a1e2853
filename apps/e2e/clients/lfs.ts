import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { clientPrograms } from '../system.js';
import type { Person } from '../world.js';
import { onPath, run, type Ended } from './program.js';

const own = join(clientPrograms, 'git-lfs');

/** Whether this machine has the stock client of Git LFS. */
export const hasGitLfs = onPath('git-lfs') || existsSync(own);

/** Runs git with the filters of LFS, as `git lfs install` sets them, but for this call. */
export const lfsGit = (cwd: string, ...args: string[]): Promise<Ended> => {
  const settings = {
    'filter.lfs.clean': 'git-lfs clean -- %f',
    'filter.lfs.smudge': 'git-lfs smudge -- %f',
    'filter.lfs.process': 'git-lfs filter-process',
    'filter.lfs.required': 'true',
    'init.defaultBranch': 'main',
    'user.name': 'Mia',
    'user.email': 'mia@example.org',
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const PATH = `${own}${delimiter}${process.env.PATH ?? ''}`;
  return run('git', [...given, ...args], {
    cwd,
    env: { PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
  });
};

/** The same for what must succeed; all that it printed. */
export const mustLfs = async (cwd: string, ...args: string[]): Promise<string> => {
  const { status, output } = await lfsGit(cwd, ...args);
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
  return output;
};

/** Of a file, as LFS names it. */
export const lfsObject = (content: Buffer): { oid: string; size: number } => ({
  oid: createHash('sha256').update(content).digest('hex'),
  size: content.length,
});

/** Git LFS by hand: what it is asked below the address of a repository. */
export class LfsWire {
  constructor(
    readonly url: string,
    readonly authorization: string | undefined,
  ) {}

  static of(url: string, person: Person): LfsWire {
    return new LfsWire(url, person.basic);
  }

  ask(
    method: string,
    path: string,
    body?: Buffer | object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const isJson = body !== undefined && !Buffer.isBuffer(body);
    const content = isJson ? JSON.stringify(body) : body && new Uint8Array(body);
    return fetch(path.startsWith('http') ? path : `${this.url}/info/lfs/${path}`, {
      method,
      body: content,
      headers: {
        ...(this.authorization === undefined ? {} : { authorization: this.authorization }),
        ...(isJson ? { 'content-type': 'application/vnd.git-lfs+json' } : {}),
        ...headers,
      },
    });
  }

  async batch(operation: string, ...objects: object[]): Promise<{ status: number; objects: LfsLine[] }> {
    const answer = await this.ask('POST', 'objects/batch', { operation, transfers: ['basic'], objects });
    const { objects: lines = [] } = (await answer.json()) as { objects?: LfsLine[] };
    return { status: answer.status, objects: lines };
  }

  put(content: Buffer, { oid, size } = lfsObject(content)): Promise<Response> {
    return this.ask('PUT', `objects/${oid}/${size}`, content);
  }

  get(oid: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.ask('GET', `objects/${oid}`, undefined, headers);
  }
}

/** What is said of one object. */
export interface LfsLine {
  oid: string;
  actions?: Record<string, { href: string; header?: Record<string, string> }>;
  error?: { code: number; message: string };
}
