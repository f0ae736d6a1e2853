import type { RepositoryScope } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { FileStore } from '../artifact-file/file.store.js';
import { MemberFileStore, type DirectoryContent } from '../artifact-file/member-file.store.js';
import { placeOf } from '../artifact-file/place.js';
import type { StoredFile } from '../artifact-file/stored-file.js';
import { IndexService, type IndexCall } from './index.service.js';
import { MemberIndexes } from './member-indexes.js';
import type { RenderedIndex } from './rendered-indexes.js';

/** What of a repository says where its content is. */
type Where = Pick<RepositoryScope, 'uuid' | 'members'>;

/** What readers see of a repository: its own content, or that of its members if it is a group. */
@Injectable()
export class ServedContent {
  constructor(
    private readonly files: FileStore,
    private readonly indexes: IndexService,
    private readonly memberFiles: MemberFileStore,
    private readonly memberIndexes: MemberIndexes,
  ) {}

  find({ uuid, members }: Where, path: string): Promise<StoredFile | undefined> {
    return members ? this.memberFiles.find(members, path) : this.files.find(placeOf(uuid, path));
  }

  isDirectory({ uuid, members }: Where, path: string): Promise<boolean> {
    return members ? this.memberFiles.isDirectory(members, path) : this.files.isDirectory(uuid, path);
  }

  /** `most`: so many directories, and so many files, are read. */
  async list({ uuid, members }: Where, path: string, most?: number): Promise<DirectoryContent> {
    if (members) return this.memberFiles.list(members, path, most);
    const content = await this.files.list(uuid, path, most);
    const read = Math.max(content.directories.length, content.files.length);
    return { ...content, cut: most !== undefined && read >= most };
  }

  index(call: IndexCall, directory: string): Promise<RenderedIndex | undefined> {
    const { members } = call.repository;
    return members ? this.memberIndexes.find(call, members, directory) : this.indexes.find(call, directory);
  }
}
