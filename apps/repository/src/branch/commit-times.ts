import { Injectable } from '@nestjs/common';
import type { Reading, VcsRepository } from '@holdfast/vcs-spi';
import { entriesUpTo } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';

const atOnce = 1000;

/** Committer times of commits. A commit never changes, so what was read once stays true. */
@Injectable()
export class CommitTimes {
  private readonly known = new LRUCache<string, number>(entriesUpTo(200_000));

  async of(
    data: VcsRepository,
    commits: readonly string[],
    reading: Reading,
  ): Promise<(number | undefined)[]> {
    const missing = [...new Set(commits)].filter((commit) => !this.known.has(commit));
    const read = new Map<string, number>();
    for (let at = 0; at < missing.length; at += atOnce) {
      const part = missing.slice(at, at + atOnce);
      const times = await data.commitTimes(part, reading);
      times.forEach((time, index) => {
        if (time === undefined) return;
        read.set(part[index], time);
        this.known.set(part[index], time);
      });
    }
    return commits.map((commit) => read.get(commit) ?? this.known.get(commit));
  }
}
