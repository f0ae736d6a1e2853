import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../world.js';

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Deploys one file after the other, and remembers what was acknowledged. */
export class Deployer {
  readonly acknowledged = new Map<string, string>();
  private attempts = 0;

  constructor(
    private readonly url: string,
    private readonly admin: Person,
  ) {}

  /** Of what is not acknowledged nobody knows whether it is there: each file has a name of its own. */
  async once(size = 40_000): Promise<boolean> {
    const content = new Uint8Array(randomBytes(size));
    const path = `org/example/some/${this.attempts}/some-${this.attempts}.jar`;
    this.attempts += 1;
    const headers = { authorization: this.admin.basic };
    const answer = await fetch(`${this.url}/${path}`, { method: 'PUT', headers, body: content });
    await answer.text();
    if (answer.status === 201) this.acknowledged.set(path, sha256(content));
    return answer.status === 201;
  }

  /** Who is refused, or reaches nobody, waits a little. */
  async while(going: () => boolean): Promise<void> {
    while (going()) await sleep((await this.once().catch(() => false)) ? 20 : 250);
  }
}
