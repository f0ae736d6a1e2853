import { DomainError, within } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';

/** How long a write waits before a closed door at most (ms). */
const patience = 8_000;

/** Writes that are under way in a repository, and those that wait. */
interface Doorway {
  inside: number;
  /** Of whoever has closed it. */
  closed: { opened: Promise<void>; open: () => void; barred: boolean } | undefined;
  /** Who waits until nobody is inside. */
  left: (() => void)[];
}

/** Somebody holds a door closed. */
export interface ClosedDoor {
  /** From now on nobody comes in who is expected inside either. */
  bar(): void;
  /** Resolves when nobody is inside: true; or false, when so many ms are over. */
  empty(milliseconds: number): Promise<boolean>;
  /** Those who wait go on. */
  open(): void;
}

/**
 * Through here goes every write to a repository of this node. Whoever moves it closes the door for a moment: writes
 * wait, and none is refused. Afterwards they find the repository here or, with the name of its node, elsewhere.
 */
@Injectable()
export class WriteGate {
  private readonly doors = new Map<string, Doorway>();
  private readonly gone = new Map<string, string>();
  private readonly hearers: ((repository: string) => void)[] = [];

  /** `hear` is told of each repository (its uuid) that goes from here or comes: elsewhere others write what it has. */
  hearOfMoves(hear: (repository: string) => void): void {
    this.hearers.push(hear);
  }

  /** The node to which a repository has gone from here. */
  goneTo(repository: string): string | undefined {
    return this.gone.get(repository);
  }

  /** The repository is in the charge of another node. */
  left(repository: string, node: string): void {
    this.gone.set(repository, node);
    this.tell(repository);
  }

  /** It is, or may be, in the charge of this one again. */
  came(repository: string): void {
    this.gone.delete(repository);
    this.tell(repository);
  }

  /** @throws DomainError `unavailable` with its node, when the repository is no longer here */
  mustBeHere(repository: string): void {
    const node = this.gone.get(repository);
    if (node !== undefined) throw DomainError.movedTo(node);
  }

  /**
   * Begins a write, and answers what to call when it is over. `expected`: somebody inside waits for it, so that it
   * waits only where the door is barred.
   * @throws DomainError as `mustBeHere`, and `unavailable` where the door does not open before the deadline
   */
  async enter(repository: string, deadline: number, expected = false): Promise<() => void> {
    const until = Math.min(deadline, Date.now() + patience);
    for (let at = this.doors.get(repository); at?.closed; at = this.doors.get(repository)) {
      if (expected && !at.closed.barred) break;
      await within(until - Date.now(), at.closed.opened, late);
    }
    this.mustBeHere(repository);
    const door = this.doorOf(repository);
    door.inside += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      door.inside -= 1;
      if (door.inside === 0) for (const hear of door.left.splice(0)) hear();
      this.tidy(repository, door);
    };
  }

  /** Does a write. @throws as `enter` */
  async during<T>(repository: string, deadline: number, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(repository, deadline);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Nobody comes in until it is opened. @throws Error where somebody else holds it */
  close(repository: string): ClosedDoor {
    const door = this.doorOf(repository);
    if (door.closed) throw new Error('the door of a repository is closed already');
    let open = (): void => undefined;
    const opened = new Promise<void>((done) => (open = done));
    const closed = { opened, open, barred: false };
    door.closed = closed;
    return {
      bar: () => (closed.barred = true),
      empty: (milliseconds) => emptied(door, milliseconds),
      open: () => {
        if (door.closed !== closed) return;
        door.closed = undefined;
        open();
        this.tidy(repository, door);
      },
    };
  }

  private tell(repository: string): void {
    for (const hear of this.hearers) hear(repository);
  }

  private doorOf(repository: string): Doorway {
    const known = this.doors.get(repository);
    if (known) return known;
    const door: Doorway = { inside: 0, closed: undefined, left: [] };
    this.doors.set(repository, door);
    return door;
  }

  private tidy(repository: string, door: Doorway): void {
    if (door.inside === 0 && !door.closed && this.doors.get(repository) === door)
      this.doors.delete(repository);
  }
}

const emptied = async (door: Doorway, milliseconds: number): Promise<boolean> => {
  if (door.inside === 0) return true;
  const left = new Promise<boolean>((resolve) => door.left.push(() => resolve(true)));
  return within(milliseconds, left, () => false);
};

const late = (): never => {
  throw DomainError.unavailable('the repository is being moved to another storage node');
};
