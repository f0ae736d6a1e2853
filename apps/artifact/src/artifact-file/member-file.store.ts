import { directoryOf, nameOf } from '@holdfast/artifact-spi';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { childrenOfAll, filesInAll, findAnyDirectory, findInFirst } from './member-file.query.js';
import { keysOf } from './place.js';
import { storedFile, type StoredFile } from './stored-file.js';

/** What stands in a directory. */
export interface DirectoryContent {
  readonly directories: readonly string[];
  readonly files: readonly { readonly name: string; readonly size: number; readonly modified: Date }[];
  /** As much was read as was asked for: there may be more. */
  readonly cut: boolean;
}

/** Every query on the files of several repositories together. Of one path the first repository that has it counts. */
@Injectable()
export class MemberFileStore {
  constructor(private readonly source: DataSource) {}

  async find(repositories: readonly string[], path: string): Promise<StoredFile | undefined> {
    const keys = keysOf(repositories, directoryOf(path));
    const [row] = await findInFirst(this.source, [keys, nameOf(path)]);
    return row ? storedFile(row) : undefined;
  }

  async isDirectory(repositories: readonly string[], path: string): Promise<boolean> {
    if (path === '') return true;
    return (await findAnyDirectory(this.source, [keysOf(repositories, path)])).length > 0;
  }

  /** `most`: so many directories, and so many files, are read. */
  async list(repositories: readonly string[], path: string, most?: number): Promise<DirectoryContent> {
    const key = [keysOf(repositories, path), most ?? null];
    const [directories, files] = await Promise.all([
      childrenOfAll(this.source, key),
      filesInAll(this.source, key),
    ]);
    const firsts = new Map<string, (typeof files)[number]>();
    for (const file of files) {
      const other = firsts.get(file.name);
      if (!other || file.place < other.place) firsts.set(file.name, file);
    }
    return {
      directories: [...new Set(directories.map(({ name }) => name))],
      files: [...firsts.values()].map(({ name, size, modifiedAt }) => ({
        name,
        size: Number(size),
        modified: modifiedAt,
      })),
      cut: most !== undefined && Math.max(directories.length, files.length) >= most,
    };
  }
}
