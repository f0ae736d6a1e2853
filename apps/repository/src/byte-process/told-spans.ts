import { recordSpans, type EndedSpan } from '@holdfast/kernel';

/** They are gathered for so long (ms), and so many of them at most: what comes beyond that is lost. */
const gathering = 500;
const mostGathered = 512;

/** The spans of this process, which `tell` hands to the process that sends them. */
export class ToldSpans {
  private gathered: EndedSpan[] = [];

  /** `tell` never fails. To be made outside of spans: it is no part of any. */
  constructor(private readonly tell: (ended: readonly EndedSpan[]) => Promise<void>) {
    recordSpans((span) => {
      if (this.gathered.length < mostGathered) this.gathered.push(span);
    });
    setInterval(() => void this.flush(), gathering).unref();
  }

  /** Tells those that it has. */
  async flush(): Promise<void> {
    const ended = this.gathered;
    if (ended.length === 0) return;
    this.gathered = [];
    await this.tell(ended);
  }
}
