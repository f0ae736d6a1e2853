import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { BackupEnv } from '../backup.env.js';
import { openTarget } from '../target/open-target.js';
import { VaultKey } from '../vault/vault-key.js';
import { Vault } from '../vault/vault.js';

/** What was asked for on the command line. */
export interface BackupLine {
  /** Words besides the options: the id of a backup. */
  words: string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  env: BackupEnv;
}

/** What a command prints. `failed`: it ends with 1. */
export interface Said {
  text: string;
  failed?: boolean;
}

/** Says to the operator how far it is. */
export const tell = (line: string): void => void process.stderr.write(`backup: ${line}\n`);

const known = {
  at: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean' },
  company: { type: 'string' },
  repository: { type: 'string' },
  'keep-bot-keys': { type: 'boolean' },
  'keep-mirrors': { type: 'boolean' },
  'take-artifacts': { type: 'boolean' },
  repair: { type: 'boolean' },
  writable: { type: 'boolean' },
  'keep-last': { type: 'string' },
  'keep-days': { type: 'string' },
} satisfies ParseArgsConfig['options'];

/** @throws Error that says which option nobody knows */
export const readLine = (args: string[], env: BackupEnv): BackupLine => {
  const { positionals, values } = parseArgs({
    args,
    options: known,
    allowPositionals: true,
  });
  return { words: positionals, options: values, env };
};

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Opens the vault that was named, for as long as the work takes. */
export const inVault = async <T>(
  { options, env }: BackupLine,
  work: (vault: Vault) => Promise<T>,
): Promise<T> => {
  const key = textOf(options.key) ?? env.key;
  if (key === undefined) throw new Error('name the file of the key: --key FILE, or HOLDFAST_BACKUP_KEY');
  const opened = VaultKey.read(key);
  const target = await openTarget(textOf(options.at) ?? env.url);
  try {
    return await work(new Vault(target, opened));
  } finally {
    await target.close();
  }
};

export const json = (value: unknown): string => `${JSON.stringify(value)}\n`;
