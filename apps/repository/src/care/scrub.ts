import { log } from '@holdfast/platform/observability';
import { transaction } from '@holdfast/platform/persistence';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { Jobs } from '../job/jobs.js';
import { Placement } from '../placement/placement.js';
import { verifyJob } from './care-jobs.js';
import { DamageStore } from './damage.store.js';

/** In how many days each repository is looked through once; 0: never by itself. */
export class ScrubPeriod {
  constructor(readonly days: number) {}
}

const lookEvery = 15_000;
const countEvery = 60 * 60_000;
const day = 86_400_000;

/**
 * Has each repository of this node looked through now and then, the one first that was longest ago, one at a time and
 * spread over the time: twice as quick as it must be, so that what was held up is made up for.
 */
@Injectable()
export class Scrub implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private askedAt = 0;
  private known = { count: 0, at: -Infinity };

  constructor(
    private readonly source: DataSource,
    private readonly period: ScrubPeriod,
    private readonly jobs: Jobs,
    private readonly types: RepositoryTypes,
    private readonly placement: Placement,
    private readonly damages: DamageStore,
  ) {}

  onApplicationBootstrap(): void {
    if (this.period.days === 0) return;
    this.timer = setInterval(() => {
      this.look().catch((err: unknown) =>
        log.warn({ err }, 'no repository could be chosen to be looked through'),
      );
    }, lookEvery).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Asks for one, if it is time. Answers its uuid. */
  async look(now = Date.now()): Promise<string | undefined> {
    const { node } = this.placement;
    const types = await this.types.lookedAfter();
    if (types.length === 0 || now - this.askedAt < (await this.pause(node, types, now))) return undefined;
    if (await this.damages.isAtIt(node, verifyJob.name)) return undefined;
    const repository = await transaction(this.source, async (tx) => {
      const uuid = await this.damages.takeOldest(node, types, this.period.days, tx);
      if (uuid !== undefined)
        await this.jobs.enter(verifyJob, { repository: uuid, payload: {}, lowest: true }, tx);
      return uuid;
    });
    if (repository === undefined) return undefined;
    this.askedAt = now;
    await this.jobs.wake(node);
    return repository;
  }

  private async pause(node: string, types: readonly string[], now: number): Promise<number> {
    if (now - this.known.at >= countEvery)
      this.known = { count: await this.damages.countOn(node, types), at: now };
    return (this.period.days * day) / 2 / Math.max(1, this.known.count);
  }
}
