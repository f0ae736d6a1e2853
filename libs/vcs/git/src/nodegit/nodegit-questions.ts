/** What is asked of the process in which nodegit reads, and what it tells; plain values. Ids are full ones. */
export interface NodegitQuestions {
  /**
   * A history in the order of `git rev-list`, without the first `skip`: `count` at most. It cannot tell where what is
   * left out is far away.
   */
  walk: {
    asked: { from: string; without: readonly string[]; skip: number; count: number };
    told: WalkedCommit[];
  };
  /**
   * It cannot tell where the two have no commit in common, or none that is near. Of one and the same it tells that,
   * though it be none.
   */
  base: { asked: { one: string; other: string }; told: string };
}

/** `text`: the whole object, where it is text and there was room for it. */
export interface WalkedCommit {
  id: string;
  text?: string;
}

export type NodegitTopic = keyof NodegitQuestions;

/** One line for the process. `over`: nobody waits for the answer any longer; `forget`: a repository that is gone. */
export type AskedLine =
  | { over: number }
  | { forget: string }
  | {
      [Topic in NodegitTopic]: {
        id: number;
        topic: Topic;
        directory: string;
      } & NodegitQuestions[Topic]['asked'];
    }[NodegitTopic];

/** One line of it. The first says that it is ready; `told` is absent where it cannot tell. */
export type ToldLine = { ready: true } | { id: number; told?: unknown };
