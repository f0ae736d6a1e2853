import { repositoryPath, type RepositoryIds } from '@holdfast/contracts';
import type { RepositoryType } from '../catalogue/repository-types.js';

export interface AddressOptions {
  siteUrl: string;
  /** The user name of SSH addresses. */
  vendor: string;
  /** Where the SSH door is reached; the host of the site where it is not said. */
  sshHost?: string;
  sshPort: number;
}

/** The public addresses of a repository. */
export class RepositoryAddresses {
  private readonly sshHost: string;

  constructor(private readonly options: AddressOptions) {
    this.sshHost = options.sshHost ?? new URL(options.siteUrl).hostname;
  }

  http(place: RepositoryIds): string {
    return `${this.options.siteUrl}/${repositoryPath(place)}`;
  }

  /** '' for types without an SSH door. */
  ssh(place: RepositoryIds, ssh: RepositoryType['ssh']): string {
    if (!ssh) return '';
    const { vendor, sshPort } = this.options;
    if (sshPort !== 22)
      return `${ssh.scheme}://${vendor}@${this.sshHost}:${sshPort}/${repositoryPath(place)}`;
    return ssh.scp
      ? `${vendor}@${this.sshHost}:${repositoryPath(place)}`
      : `${ssh.scheme}://${vendor}@${this.sshHost}/${repositoryPath(place)}`;
  }
}
