import { DomainError } from '@holdfast/kernel';

/** An event as a gateway would hear it. */
export interface ToldEvent {
  subject: string;
  event: unknown;
}

/** Stands for the broker: keeps what is told and passes it on inside this process. */
export class Loopback {
  readonly told: ToldEvent[] = [];
  private readonly hearers = new Map<string, ((event: never) => void)[]>();

  tell(subject: string, event: unknown): void {
    this.publish(subject, event);
  }

  publish(subject: string, event: unknown): void {
    this.told.push({ subject, event });
    for (const hear of this.hearers.get(subject) ?? []) hear(event as never);
  }

  on(subject: string, hear: (event: never) => void): void {
    this.hearers.set(subject, [...(this.hearers.get(subject) ?? []), hear]);
  }

  /** No other service is there. */
  call(): Promise<never> {
    return Promise.reject(DomainError.unavailable('nobody serves the subject'));
  }

  rtt(): Promise<number> {
    return Promise.resolve(1);
  }
}
