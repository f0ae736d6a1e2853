import { Injectable } from '@nestjs/common';
import type { Reading, VcsRepository } from '@holdfast/vcs-spi';
import { KeptTimes } from './kept-times.js';

const atOnce = 1000;

/** Committer times of commits. A commit never changes, so what was read once stays true. */
@Injectable()
export class CommitTimes {
  private readonly known = new KeptTimes(200_000);

  async of(
    data: Pick<VcsRepository, 'commitTimes'>,
    commits: readonly string[],
    reading: Reading,
  ): Promise<(number | undefined)[]> {
    // What is known now may not be kept as long as this takes.
    const found = new Map<string, number>();
    const missing = new Set<string>();
    for (const commit of commits) {
      const time = this.known.get(commit);
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
        this.known.set(part[index], time);
      });
    }
    return commits.map((commit) => found.get(commit));
  }
}
