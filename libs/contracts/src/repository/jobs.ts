/** How a job stands. The last three are ends. */
export type JobStanding = 'queued' | 'running' | 'done' | 'failed' | 'stopped';

/** A job as the operator sees it. */
export interface JobLine {
  uuid: string;
  /** What is done: `verify`. */
  kind: string;
  /** Uuids of its company and project; its id is as it is now. */
  repository: { uuid: string; id: string; type: string; company: string; project: string };
  node: string;
  state: JobStanding;
  /** 0 to 100; null: nobody knows. */
  percent: number | null;
  /** What is being done, in one line. */
  doing: string;
  /** What came of it, as its kind says; null before it is done. */
  result: unknown;
  /** Why it has failed, in one line. */
  error: string | null;
  attempts: number;
  asked_at: string;
  ended_at: string | null;
}

/** At most 500, the newest first: those of these uuids, or those that are open (`queued` or `running`), or all. */
export interface ListJobs {
  jobs?: string[];
  open?: boolean;
  /** Of this kind only. */
  kind?: string;
}
export interface ListedJobs {
  jobs: JobLine[];
  /** How many there are in all, whether or not they are listed. */
  count: number;
}

export interface StopJob {
  /** Uuid. */
  job: string;
}
