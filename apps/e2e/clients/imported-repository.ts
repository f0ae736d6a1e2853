import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { endedImport, filledByOperator } from '../imported.js';
import { eventually } from '../scratch.js';
import { home, toolsDirectory } from '../system.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../world.js';
import { must } from './api.js';
import { run } from './program.js';
import { SshClient } from './ssh.js';
import { timed } from './timed.js';

/** So long one import, or one look through a repository, may take (ms). */
const patience = 3_600_000;

/** A repository that is empty until it is filled, of a company's admin who has a key. */
export class ImportedRepository {
  private constructor(
    readonly admin: Person,
    readonly machine: SshClient,
    private readonly project: Awaited<ReturnType<typeof newProject>>,
    readonly repository: RepositoryAt,
    readonly sshUrl: string,
  ) {}

  static async make(type: 'mercurial' | 'subversion'): Promise<ImportedRepository> {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project, type);
    const { ssh_url } = await must(admin.api.get(repository.path));
    return new ImportedRepository(admin, await SshClient.of(admin), project, repository, String(ssh_url));
  }

  /** By the operator, from a file. */
  async fillFrom(file: string): Promise<void> {
    const { admin, project, repository } = this;
    const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
    const work = () => filledByOperator(admin, project, repository, file, { timeout: patience });
    const { status, output } = await timed(`import of a file of ${megabytes} MB`, work);
    expect([status, status === 0 ? '' : output]).toEqual([0, '']);
    await this.verify();
  }

  /** By the API, from an address. */
  async importFrom(url: string, login: { username?: string; password?: string } = {}): Promise<void> {
    const { admin, repository } = this;
    await timed('import from an address', async () => {
      const ask = () => admin.api.post(`${repository.path}/actions/import`, { url, ...login });
      // A machine that is busy with many clones may have no answer in time.
      const asked = await eventually(async () => {
        const answer = await ask();
        return answer.status === 503 ? undefined : answer;
      });
      expect(asked).toMatchObject({ status: 202 });
      const { state, error } = await endedImport(admin, repository, patience);
      expect([state, error]).toEqual(['done', null]);
    });
    await this.verify();
  }

  /** The service looks through all that it has on the disk. */
  private async verify(): Promise<void> {
    const place = `${this.admin.company}/${this.project.id}/${this.repository.id}`;
    const options = { cwd: toolsDirectory, env: { HOLDFAST_HOME: home }, timeout: patience };
    const words = ['repository', 'verify', place, '--wait'];
    const work = () => run(join(toolsDirectory, 'holdfast'), words, options);
    const { status, output } = await timed('the service looks through it', work);
    expect([status, status === 0 ? '' : output]).toEqual([0, '']);
  }
}
