import { Rounds } from '@holdfast/platform/process';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Jobs } from '../job/jobs.js';
import { Placement } from '../placement/placement.js';
import { RemoteStore } from '../remote/remote.store.js';
import { mirrorJob } from '../remote/remote-jobs.js';

/** Milliseconds between two looks for what is due. */
const every = 3_000;
/** At most so many are asked for at a time. */
const most = 100;
/** One that was asked for, and of which nothing is heard, is asked for again after so many seconds. */
const putOff = 60 * 60;

/** Has mirrors of this node looked after when they are due. */
@Injectable()
export class MirrorSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly looks = new Rounds(every, () => this.look(), 'mirrors wait for the database');

  constructor(
    private readonly store: RemoteStore,
    private readonly jobs: Jobs,
    private readonly placement: Placement,
  ) {}

  onApplicationBootstrap(): void {
    this.looks.begin();
  }

  onModuleDestroy(): Promise<void> {
    return this.looks.end();
  }

  /** Asks for what is due now. Open to tests. */
  async look(): Promise<void> {
    for (const { repository, share } of await this.store.takeDue(this.placement.node, most, putOff)) {
      await this.store.forgetEndedJobs(repository, mirrorJob.name);
      await this.jobs.ask(mirrorJob, { repository, payload: {}, by: share });
    }
  }
}
