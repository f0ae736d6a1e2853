import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from './complaint.mjs';
import { noted } from './running.mjs';

const program = join(import.meta.dirname, 'company-maker.mjs');

/**
 * Starts what makes companies for scenarios, at a socket in the home of a running installation.
 * @param {import('./paths.mjs').Home} home
 */
export const openCompanyDoor = async (home) => {
  const socket = join(home.home, 'companies');
  const child = spawn(process.execPath, ['--no-warnings', program, socket], {
    env: noted(home)?.environment,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  while (!existsSync(socket)) {
    if (child.exitCode !== null) throw new Complaint(`${program} has ended with status ${child.exitCode}`);
    await sleep(20);
  }
  return { socket, close: () => void child.stdin.end() };
};
