import { performance } from 'node:perf_hooks';
import { basicChallenge, type FileAnswer } from '@holdfast/contracts';
import { Rpc, waitedContext } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import type { FileCall } from '../artifact-file/file-call.js';
import { standingNow } from '../artifact-file/standing-now.js';
import { refuse } from '../serve/answer.js';
import { gone, lapseOf } from './deploy-right.rules.js';
import { RecentChanges, remembered } from './recent-changes.js';
import type { DeployPlace } from './upload-call.js';

/** Milliseconds in which what is changed counts everywhere: what was decided on may be so old already. */
const bound = 1_000;

/** Milliseconds for an answer, after which nothing is stored; while who is asked restarts they do not run. */
const patience = 10_000;

/**
 * Whether an upload may still be stored, now that its bytes are here. One that took a second, or in whose company
 * or project something has changed, is asked about again; asking about every one would cost a fifth of a small upload.
 */
@Injectable()
export class DeployRight {
  constructor(
    private readonly rpc: Rpc,
    private readonly changes: RecentChanges,
  ) {}

  /**
   * @param decided when the upload was let in, on the clock of `performance.now`
   * @returns repository and project as they are now, or why the upload is refused
   * @throws DomainError `unavailable` when it cannot be known
   */
  async now(call: FileCall, decided: number): Promise<DeployPlace | FileAnswer> {
    const { principal, project, repository } = call;
    const since = decided - bound;
    const isFresh = performance.now() - since < remembered;
    if (isFresh && this.changes.isQuiet([principal.company.uuid, project.uuid], since))
      return { repository, project };
    const now = await standingNow(this.rpc, waitedContext('artifact', patience), call);
    const lapse = lapseOf(now.standing, now.repository);
    if (!lapse && now.repository)
      return { repository: now.repository, project: now.standing.project ?? project };
    const { status, reason } = lapse ?? gone;
    return refuse(status, reason, status === 401 ? { 'WWW-Authenticate': basicChallenge } : {});
  }
}
