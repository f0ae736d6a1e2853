/** @apart Ends a service. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ready, until } from '../../clients/installation.js';
import { home, toolsDirectory } from '../../system.js';
import { companyAdmin, Person } from '../../world.js';

const pidIn = (file: string): number => {
  const path = join(home, 'run', file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { pid: number }).pid : 0;
};
const runs = (pid: number): boolean => pid > 0 && existsSync(`/proc/${pid}/cwd`);
const standIn = (): number => pidIn('identity.dev.pid');
const own = (): number => pidIn('identity.pid');

describe('A service that runs from its sources', () => {
  const logsIn = async (): Promise<void> => {
    const { company, id, password } = await companyAdmin();
    await Person.login(company, id, password);
  };

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'serves in the place of the installation’s own, until it ends by %s',
    async (signal) => {
      const command = spawn(join(toolsDirectory, 'dev'), ['identity'], {
        env: { PATH: process.env.PATH, HOLDFAST_HOME: home },
        stdio: 'ignore',
      });
      try {
        await until(() => runs(standIn()));
        await ready();
        await logsIn();
        expect(runs(own())).toBe(false);
      } finally {
        const served = standIn();
        command.kill(signal);
        await until(() => runs(own()) && !runs(served));
      }
      await ready();
      await logsIn();
    },
  );
});
