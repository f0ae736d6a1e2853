/**
 * What the processes of one service tell, so that others forget what they keep of it. Each process numbers what it
 * tells and says its last number every quarter of a second: who misses something, or hears nothing, forgets all.
 */
export interface Feed {
  /** Subject of the heartbeat. */
  pulse: string;
  /** Subjects of the events. */
  events: readonly string[];
}
