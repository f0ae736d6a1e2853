import type { RepositoryType } from './repository-types.js';

/** Ids as they are now; they change and are never stored. */
export interface RepositoryIds {
  company: string;
  project: string;
  type: string;
  id: string;
}

export interface AddressOptions {
  siteUrl: string;
  /** The user name of SSH addresses. */
  vendor: string;
  sshPort: number;
}

/** The public addresses of a repository. */
export class RepositoryAddresses {
  private readonly host: string;

  constructor(private readonly options: AddressOptions) {
    this.host = new URL(options.siteUrl).hostname;
  }

  http(place: RepositoryIds): string {
    return `${this.options.siteUrl}/${path(place)}`;
  }

  /** '' for types without an SSH door. */
  ssh(place: RepositoryIds, ssh: RepositoryType['ssh']): string {
    if (!ssh) return '';
    const { vendor, sshPort } = this.options;
    if (sshPort !== 22) return `${ssh.scheme}://${vendor}@${this.host}:${sshPort}/${path(place)}`;
    return ssh.scp
      ? `${vendor}@${this.host}:${path(place)}`
      : `${ssh.scheme}://${vendor}@${this.host}/${path(place)}`;
  }
}

const path = ({ company, project, type, id }: RepositoryIds): string =>
  `${company}/projects/${project}/repositories/${type}/${id}`;
