/** The database is there, and refuses a migration: to try it again at once is in vain. */
export class MigrationFailed extends Error {
  constructor(cause: unknown) {
    super(
      `the database cannot be brought up to date: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}
