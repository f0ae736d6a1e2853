import { Injectable } from '@nestjs/common';
import type { Reading, VcsRepository } from '@holdfast/vcs-spi';
import { KeptTimes } from './kept-times.js';

const atOnce = 1000;

/**
 * Committer times of commits. What was read once is kept where ids are hashes: a number is that of another commit in
 * each repository, and what it names may change.
 */
@Injectable()
export class CommitTimes {
  private readonly known = new KeptTimes(200_000);

  async of(
    data: Pick<VcsRepository, 'commitTimes' | 'contentAddressed'>,
    commits: readonly string[],
    reading: Reading,
  ): Promise<(number | undefined)[]> {
    // What is known now may not be kept as long as this takes.
    const found = new Map<string, number>();
    const missing = new Set<string>();
    for (const commit of commits) {
      const time = data.contentAddressed ? this.known.get(commit) : undefined;
      if (time === undefined) missing.add(commit);
      else found.set(commit, time);
    }
    const asked = [...missing];
    for (let at = 0; at < asked.length; at += atOnce) {
      const part = asked.slice(at, at + atOnce);
      const times = await data.commitTimes(part, reading);
      times.forEach((time, index) => {
        if (time === undefined) return;
        found.set(part[index], time);
        if (data.contentAddressed) this.known.set(part[index], time);
      });
    }
    return commits.map((commit) => found.get(commit));
  }
}
