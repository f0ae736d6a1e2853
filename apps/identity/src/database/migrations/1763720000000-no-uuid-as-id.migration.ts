import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is written of a row beside its new id (`$2`), by table. */
const derived = {
  company: '',
  account: `, display_name = case when display_name = id then $2 else display_name end,
    search_text = lower($2) || chr(1) || split_part(search_text, chr(1), 2) || chr(1) ||
      case when display_name = id then lower($2) else split_part(search_text, chr(1), 3) end`,
  project: ', search_text = lower($2) || substr(search_text, length(id) + 1)',
  '"group"': ', search_text = lower($2) || substr(search_text, length(id) + 1)',
} as const;

/**
 * No id has the form of a uuid: such a text named either of two objects. What has one gets a hyphen and the smallest
 * free number from 1 behind it, as if it were deactivated; its uuid stays.
 */
export class NoUuidAsId1763720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, more] of Object.entries(derived)) {
      const scope = table === 'company' ? 'true' : 'other.company_uuid = named.company_uuid';
      // A full stop is the character after the hyphen.
      const rows = (await runner.query(
        `select uuid, id, array(select other.id from ${table} other
            where ${scope} and other.id >= named.id || '-' and other.id < named.id || '.') as taken
           from ${table} named where id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`,
      )) as { uuid: string; id: string; taken: string[] }[];
      for (const { uuid, id, taken } of rows) {
        let number = 1;
        while (taken.includes(`${id}-${number}`)) number += 1;
        await runner.query(`update ${table} set id = $2::text, updated_at = now() ${more} where uuid = $1`, [
          uuid,
          `${id}-${number}`,
        ]);
      }
    }
  }

  /** The old ids are kept nowhere; an older program takes the new ones as well. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
