import { EventWitness } from '@holdfast/platform/testing';
import type { RepositoryAt } from '../world.js';

interface Update {
  ref: string;
  old?: string;
  new?: string;
  /** The uuid of who did it. */
  account: string | null;
}

interface Payload {
  repository: { uuid: string };
  updates: Omit<Update, 'account'>[];
}

/** Hears every change of refs that this installation tells of. */
export class RefStory {
  private constructor(private readonly witness: EventWitness) {}

  static async begin(): Promise<RefStory> {
    return new RefStory(await EventWitness.start(['fact.repository.ref.changed.v1']));
  }

  end(): Promise<void> {
    return this.witness.end();
  }

  /** All that was told of a repository until now, in no order. */
  async of({ uuid }: RepositoryAt): Promise<Update[]> {
    return (await this.witness.effects()).flatMap(({ account, payload }) => {
      const { repository, updates } = payload as unknown as Payload;
      return repository.uuid === uuid ? updates.map((update) => ({ ...update, account })) : [];
    });
  }

  /**
   * Where the refs are by what was told, each change from what the one before it had made of the ref. What does not fit
   * stands in `lost`.
   */
  async ends(repository: RepositoryAt): Promise<{ refs: Record<string, string>; lost: Update[] }> {
    const refs: Record<string, string> = {};
    let left = await this.of(repository);
    for (let before = -1; before !== left.length;) {
      before = left.length;
      left = left.filter(({ ref, old, new: next }) => {
        if (refs[ref] !== old) return true;
        if (next === undefined) delete refs[ref];
        else refs[ref] = next;
        return false;
      });
    }
    return { refs, lost: left };
  }
}
