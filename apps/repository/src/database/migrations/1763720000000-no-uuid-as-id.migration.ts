import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * No id has the form of a uuid: such a text named either of two objects. A repository that has one gets a hyphen and
 * the smallest free number from 1 behind it, as if it were deactivated; its uuid and its directory stay.
 */
export class NoUuidAsId1763720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A full stop is the character after the hyphen.
    const rows = (await runner.query(
      `select uuid, id, array(select other.id from repository.repository other
          where other.project = named.project and other.id >= named.id || '-' and other.id < named.id || '.') as taken
         from repository.repository named where id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`,
    )) as { uuid: string; id: string; taken: string[] }[];
    for (const { uuid, id, taken } of rows) {
      // The directory of another repository's id is not free either.
      const roots = new Set(taken.map((each) => each.split('/')[0]));
      let number = 1;
      while (roots.has(`${id}-${number}`)) number += 1;
      await runner.query('update repository.repository set id = $2, updated_at = now() where uuid = $1', [
        uuid,
        `${id}-${number}`,
      ]);
    }
  }

  /** The old ids are kept nowhere; an older program takes the new ones as well. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
