import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bots own nothing any more: what one made belongs to the user at the end of its owners. */
export class OwnersOfBots1763721000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      with recursive chain (bot, owner) as (
        select uuid, owner_uuid from account where type = 'bot'
        union
        select chain.bot, above.owner_uuid from chain join account above on above.uuid = chain.owner
         where above.type = 'bot'
      )
      update account set owner_uuid = last.uuid
        from chain left join account last on last.uuid = chain.owner
       where account.uuid = chain.bot and (last.uuid is null or last.type <> 'bot')
         and account.owner_uuid is distinct from last.uuid
    `);
  }

  /** Who owned a bot before is kept nowhere; an older program takes the new owners as well. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
