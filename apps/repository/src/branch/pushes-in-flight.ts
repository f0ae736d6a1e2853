import { DomainError } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';

/** How long a change waits for the pushes before it (milliseconds). */
const patience = 8_000;

/** A push of which nothing was heard for longer than git needs to write refs: its process was lost. */
const lostAfter = 60_000;

interface Push {
  begun: number;
  branches: ReadonlySet<string>;
  gone: Promise<void>;
  end: () => void;
}

/**
 * Pushes that were allowed and have not ended. Whoever changes what such a decision was based on (protection,
 * the default branch) changes it first and then waits here: after that nothing decided by the old rule lands.
 */
@Injectable()
export class PushesInFlight {
  private readonly pushes = new Map<string, Map<string, Push>>();

  begin(repository: string, push: string, branches: Iterable<string>): void {
    let end = (): void => undefined;
    const gone = new Promise<void>((done) => (end = done));
    const known = this.pushes.get(repository) ?? new Map<string, Push>();
    this.pushes.set(
      repository,
      known.set(push, { begun: Date.now(), branches: new Set(branches), gone, end }),
    );
  }

  end(repository: string, push: string): void {
    const known = this.pushes.get(repository);
    known?.get(push)?.end();
    known?.delete(push);
    if (known?.size === 0) this.pushes.delete(repository);
  }

  /** @throws DomainError `unavailable` when a push does not end in time */
  async settled(repository: string, branch: string): Promise<void> {
    for (const [push, { begun }] of this.pushes.get(repository) ?? [])
      if (Date.now() - begun > lostAfter) this.end(repository, push);
    const touching = [...(this.pushes.get(repository)?.values() ?? [])].filter(({ branches }) =>
      branches.has(branch),
    );
    if (touching.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(
        () => fail(DomainError.unavailable('a push to this branch has not ended')),
        patience,
      );
    });
    try {
      await Promise.race([Promise.all(touching.map(({ gone }) => gone)), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
