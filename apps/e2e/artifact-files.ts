import { createHash } from 'node:crypto';
import { ask } from './clients/door.js';
import { unique } from './scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from './world.js';

/** A repository of an artifact type with an admin, a developer and a guest, and short words for what they ask. */
export class ArtifactFiles {
  admin!: Person;
  developer!: Person;
  guest!: Person;
  project!: ProjectAt;
  repository!: RepositoryAt;

  /** Made before the tests of the suite that is being described. */
  static ofSuite(type: 'maven' | 'ivy'): ArtifactFiles {
    const files = new ArtifactFiles();
    beforeAll(async () => {
      files.admin = await companyAdmin();
      files.project = await newProject(files.admin);
      files.developer = await newMember(files.admin, files.project, 'developer');
      files.guest = await newMember(files.admin, files.project, 'guest');
      files.repository = await newRepository(files.admin, files.project, type);
    });
    return files;
  }

  at(path: string): string {
    return `${this.repository.url}/${path}`;
  }

  put(path: string, body: string | Uint8Array<ArrayBuffer>, headers = {}): Promise<Response> {
    return ask('PUT', this.at(path), this.developer, { body, headers });
  }

  async text(path: string): Promise<string> {
    return (await ask('GET', this.at(path), this.guest)).text();
  }
}

export const statusOf = async (answer: Promise<Response>): Promise<number> => {
  const response = await answer;
  await response.arrayBuffer();
  return response.status;
};

/** A new directory of a released version, and a file in it. */
export const release = (): string => {
  const name = unique('lib');
  return `org/example/${name}/1.0/${name}-1.0.txt`;
};

export const digest = (algorithm: string, content: string | Uint8Array): string =>
  createHash(algorithm).update(content).digest('hex');
